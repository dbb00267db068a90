import { Backup } from "./backup";
import type { Choices } from "./settings";
import { countIn } from "../app/announce";
import type { App } from "../app/app";
import { element, labelled } from "../app/dom";
import type { Panel } from "../app/tabs";
import { manStyle } from "../board/men";

type Names<T> = { [K in keyof Choices]: Choices[K] extends T ? K : never }[keyof Choices];

const themes = { system: "System", light: "Light", dark: "Dark", contrast: "High contrast" };
const squares = { grey: "Grey", wood: "Wood", green: "Green", blue: "Blue" };
const lies = { auto: "As fits the window", upright: "Upright", sideways: "On their side" };
const units = { plies: "11 plies (mate in 6)", moves: "6 moves (11 plies)" };
const volumes = { "25": "Low", "50": "Medium", "100": "High" };
const hashes = { "4": "4 MiB", "16": "16 MiB", "64": "64 MiB", "256": "256 MiB" };

/** SettingsPanel shows what the user may choose, and puts it into effect. */
export class SettingsPanel implements Panel {
  readonly id = "settings";
  readonly title = "Settings";
  private refreshers: (() => void)[] = [];

  private moreContrast = matchMedia("(prefers-contrast: more)");

  constructor(private app: App) {
    this.apply();
    this.moreContrast.addEventListener("change", () => this.apply());
    app.settings.addEventListener("change", (event) => {
      if ((event as CustomEvent<keyof Choices>).detail === "tab") return;
      this.apply();
      this.update();
    });
  }

  build(box: HTMLElement): void {
    box.append(
      group("Colours", this.list("theme", "Theme", themes), this.list("squares", "Board", squares), this.toggle("letters", "Letters instead of pictures")),
      group("Board", this.list("lie", "Tall boards", lies), this.toggle("dots", "Targets of the selected man"), this.toggle("coordinates", "Coordinates"),
        this.toggle("badges", "Values on squares"), this.toggle("animation", "Animation"), this.toggle("turnBoard", "Turn the board after each move of two people")),
      group("Sound", this.toggle("sound", "Sounds"), this.numbers("volume", "Volume", volumes), this.toggle("haptics", "Vibration")),
      group("Numbers", this.list("units", "Distances", units), this.numbers("hash", "Engine memory", hashes)),
      new Backup(this.app).box,
    );
  }

  update(): void {
    for (const refresh of this.refreshers) refresh();
  }

  private list<K extends Names<string>>(name: K, label: string, options: Record<string, string>): HTMLElement {
    return this.select(label, name, options, (value) => this.app.settings.set(name, value as Choices[K]));
  }

  private numbers(name: Names<number>, label: string, options: Record<string, string>): HTMLElement {
    return this.select(label, name, options, (value) => this.app.settings.set(name, Number(value)));
  }

  private select(label: string, name: keyof Choices, options: Record<string, string>, choose: (value: string) => void): HTMLElement {
    const list = element("select", { id: controlId(name) }, ...Object.entries(options).map(([value, text]) => new Option(text, value)));
    list.addEventListener("change", () => choose(list.value));
    this.refreshers.push(() => (list.value = String(this.app.settings.get(name))));
    return labelled(label, list);
  }

  private toggle(name: Names<boolean>, label: string): HTMLElement {
    const { settings } = this.app;
    const box = element("input", { id: controlId(name), type: "checkbox" });
    box.addEventListener("change", () => settings.set(name, box.checked));
    this.refreshers.push(() => (box.checked = settings.get(name)));
    return element("label", { className: "switch" }, box, ` ${label}`);
  }

  private apply(): void {
    const { app } = this;
    const { dataset } = document.documentElement;
    for (const name of ["theme", "squares", "dots", "coordinates", "badges", "animation"] as const) dataset[name] = String(app.settings.get(name));
    const theme = app.settings.get("theme");
    dataset["contrast"] = theme === "contrast" || (theme === "system" && this.moreContrast.matches) ? "more" : "normal";
    countIn(app.settings.get("units"));
    manStyle.letters = app.settings.get("letters");
    app.render();
  }
}

/** The id of a control. */
function controlId(name: keyof Choices): string {
  return name === "theme" ? name : `set-${name}`;
}

function group(name: string, ...controls: HTMLElement[]): HTMLElement {
  return element("fieldset", {}, element("legend", {}, name), ...controls);
}
