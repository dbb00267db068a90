import type { Settings } from "../settings/settings";

/** A note: its pitch in Hz at the start and the end, when it begins and how long it sounds, in seconds. */
interface Note {
  from: number;
  to: number;
  at: number;
  long: number;
  wave: OscillatorType;
  loud: number; // 0 to 1
}

function note(from: number, to: number, at: number, long: number, wave: OscillatorType = "triangle", loud = 0.6): Note {
  return { from, to, at, long, wave, loud };
}

const sounds = {
  move: [note(320, 120, 0, 0.07)],
  capture: [note(420, 90, 0, 0.09, "square", 0.25), note(240, 80, 0.03, 0.1)],
  drop: [note(520, 260, 0, 0.06), note(260, 130, 0.04, 0.08)],
  check: [note(660, 660, 0, 0.09, "sine"), note(880, 880, 0.1, 0.14, "sine")],
  end: [note(523, 523, 0, 0.16, "sine"), note(415, 415, 0.15, 0.16, "sine"), note(330, 330, 0.3, 0.4, "sine")],
  low: [note(1000, 1000, 0, 0.08, "sine", 0.4), note(1000, 1000, 0.14, 0.08, "sine", 0.4)],
};

export type Sound = keyof typeof sounds;

/** How long the device vibrates, and pauses in between, in milliseconds. */
const vibrations: Record<Sound, number[]> = {
  move: [12], capture: [25], drop: [18], check: [20, 40, 20], end: [60, 60, 120], low: [40, 40, 40],
};

/** Sounds makes short sounds without any files, and lets the device vibrate. It is silent until the user's first gesture, as
 * browsers demand. */
export class Sounds {
  private context: AudioContext | undefined;
  private touched = false;

  constructor(private settings: Settings) {
    const unlock = (event: Event): void => {
      this.touched ||= event instanceof PointerEvent && event.pointerType !== "mouse";
      this.open();
    };
    for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, unlock, { capture: true });
  }

  private open(): void {
    if (!this.settings.get("sound") || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume().catch(() => {});
  }

  play(sound: Sound): void {
    const { context, settings } = this;
    if (settings.get("haptics") && this.touched && "vibrate" in navigator) navigator.vibrate(vibrations[sound]);
    if (!context || !settings.get("sound")) return;
    for (const one of sounds[sound]) strike(context, one, settings.get("volume") / 100);
  }
}

/** Plays a note that begins at once and dies away. */
function strike(context: AudioContext, { from, to, at, long, wave, loud }: Note, volume: number): void {
  const begin = context.currentTime + at;
  const end = begin + long;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: from });
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(Math.max(0.0001, loud * volume), begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(end);
}
