import type { App } from "../app/app";
import { element, labelled } from "../app/dom";
import type { Panel } from "../app/tabs";

const themes = { system: "System", light: "Light", dark: "Dark", contrast: "High contrast" };

/** SettingsPanel shows what the user may choose. */
export class SettingsPanel implements Panel {
  readonly id = "settings";
  readonly title = "Settings";
  private theme = element("select", { id: "theme" }, ...Object.entries(themes).map(([value, text]) => new Option(text, value)));

  constructor(private app: App) {
    this.applyTheme();
    app.settings.addEventListener("change", () => this.applyTheme());
  }

  build(box: HTMLElement): void {
    const { settings } = this.app;
    this.theme.addEventListener("change", () => settings.set("theme", this.theme.value));
    box.append(labelled("Theme", this.theme));
  }

  update(): void {
    this.theme.value = this.app.settings.get("theme");
  }

  private applyTheme(): void {
    document.documentElement.dataset["theme"] = this.app.settings.get("theme");
  }
}
