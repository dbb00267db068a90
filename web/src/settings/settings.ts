import { keep, recall } from "../app/store";

/** What the user has chosen. */
export interface Choices {
  theme: string; // "system", "light", "dark" or "contrast"
  values: boolean; // whether exact values are shown
  flipped: boolean;
  tab: string; // the open panel
}

const defaults: Choices = { theme: "system", values: false, flipped: false, tab: "solved" };

/** Settings holds the choices, keeps them on the device, and sends "change" after each change. */
export class Settings extends EventTarget {
  private choices: Choices = { ...defaults, ...recall<Partial<Choices>>("settings", 1) };

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
