import type { Units } from "../app/announce";
import { keep, recall } from "../app/store";
import type { Lie } from "../board/shape";

/** What the user has chosen. */
export interface Choices {
  theme: string; // "system", "light", "dark" or "contrast"
  squares: string; // the colours of the board: "grey", "wood", "green" or "blue"
  letters: boolean; // whether men are tiles with their letters
  dots: boolean; // whether targets are marked
  coordinates: boolean;
  badges: boolean; // whether values are shown on the board
  animation: boolean;
  sound: boolean;
  volume: number; // of the sounds, in percent
  haptics: boolean;
  units: Units;
  hash: number; // of the engine, in MiB
  lines: number; // of the analysis, 1 to 5
  values: boolean; // whether exact values are shown
  flipped: boolean;
  lie: Lie; // how boards lie that are much taller than wide
  turnBoard: boolean; // whether the side to move is below when two people play
  tab: string; // the open panel
}

const defaults: Choices = {
  theme: "system", squares: "grey", letters: false, dots: true, coordinates: true, badges: true, animation: true,
  sound: true, volume: 50, haptics: true, units: "plies", hash: 16, lines: 3, values: false, flipped: false, lie: "auto", turnBoard: false, tab: "solved",
};

/** Adds what was kept to the defaults, but nothing of another type. */
function choices(kept: Partial<Choices> | undefined): Choices {
  const known = Object.entries(kept ?? {}).filter(([name, value]) => typeof value === typeof defaults[name as keyof Choices]);
  return { ...defaults, ...Object.fromEntries(known) };
}

/** Settings holds the choices, keeps them on the device, and sends "change" after each change. */
export class Settings extends EventTarget {
  private choices = choices(recall<Partial<Choices>>("settings", 1));

  get<K extends keyof Choices>(name: K): Choices[K] {
    return this.choices[name];
  }

  set<K extends keyof Choices>(name: K, value: Choices[K]): void {
    if (this.choices[name] === value) return;
    this.choices[name] = value;
    keep("settings", 1, this.choices);
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }
}
