import { byId } from "./dom";

/** How long a message stays at least, in milliseconds. */
const shortest = 10_000;

interface Message {
  text: string;
  retry: (() => void) | undefined;
  since: number;
  timer: number | undefined; // until it is taken away
}

/** Trouble says at the top of the page what does not work, with a button to try again where that helps. */
export class Trouble {
  private box = byId("trouble");
  private button = byId<HTMLButtonElement>("retry");
  private messages = new Map<string, Message>(); // by what they are about

  constructor() {
    this.button.addEventListener("click", () => {
      for (const [about, { retry }] of this.messages) {
        if (!retry) continue;
        this.messages.delete(about);
        retry();
      }
      this.show();
    });
  }

  /** Says a text about a part of the page, or takes it back with "". One without a button stays for some seconds. */
  set(about: string, text: string, retry?: () => void): void {
    const before = this.messages.get(about);
    if (!text && !before) return;
    clearTimeout(before?.timer);
    if (text) {
      this.messages.set(about, { text, retry, since: before?.text === text ? before.since : performance.now(), timer: undefined });
    } else if (before) {
      const left = before.retry ? 0 : before.since + shortest - performance.now();
      if (left <= 0) this.messages.delete(about);
      else before.timer = setTimeout(() => this.set(about, ""), left);
    }
    this.show();
  }

  /** Says a text for some seconds. */
  note(about: string, text: string): void {
    this.set(about, text);
    this.set(about, "");
  }

  private show(): void {
    const texts = [...this.messages.values()].map(({ text }) => text).join(" ");
    const line = this.box.firstElementChild as HTMLElement;
    if (line.textContent !== texts) line.textContent = texts;
    this.box.hidden = !texts;
    this.button.hidden = ![...this.messages.values()].some(({ retry }) => retry);
  }
}
