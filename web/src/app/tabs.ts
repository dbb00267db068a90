import { byId, element } from "./dom";

/** A panel behind a tab. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Puts the panel into its box. Called once, before the panel is first shown. */
  build(box: HTMLElement): void;
  /** Follows the game. Called when the panel is shown, and after every change of the game while it is. */
  update(): void;
  /** Called when another panel is shown instead. */
  leave?(): void;
}

interface Tab {
  panel: Panel;
  button: HTMLButtonElement;
  box: HTMLElement;
  built: boolean;
}

/** Tabs shows one panel at a time. The tab of the shown one is in the tab order, arrows reach the others. */
export class Tabs {
  private tabs: Tab[] = [];
  private shown: Tab | undefined;

  constructor(private onShow: (id: string) => void) {
    byId("tabs").addEventListener("keydown", (event) => this.key(event));
  }

  add(panel: Panel): void {
    const button = element("button", { type: "button", id: `tab-${panel.id}`, role: "tab", ariaSelected: "false", tabIndex: -1 }, panel.title);
    button.setAttribute("aria-controls", `panel-${panel.id}`);
    button.addEventListener("click", () => this.show(panel.id));
    const box = element("section", { id: `panel-${panel.id}`, role: "tabpanel", hidden: true });
    box.setAttribute("aria-labelledby", button.id);
    byId("tabs").append(button);
    byId("tab-panels").append(box);
    this.tabs.push({ panel, button, box, built: false });
  }

  /** Shows a panel, or the first one if none has the id. */
  show(id: string): void {
    const tab = this.tabs.find(({ panel }) => panel.id === id) ?? this.tabs[0];
    if (!tab) return;
    if (tab !== this.shown) {
      this.shown?.panel.leave?.();
      this.shown = tab;
      this.onShow(tab.panel.id);
    }
    for (const other of this.tabs) {
      const isShown = other === tab;
      other.box.hidden = !isShown;
      other.button.ariaSelected = String(isShown);
      other.button.tabIndex = isShown ? 0 : -1;
    }
    reveal(tab.button);
    if (!tab.built) tab.panel.build(tab.box);
    tab.built = true;
    tab.panel.update();
  }

  /** Tells the shown panel that the game has changed. */
  update(): void {
    this.shown?.panel.update();
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -this.tabs.length, End: this.tabs.length }[event.key];
    const at = this.shown ? this.tabs.indexOf(this.shown) : -1;
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.tabs[Math.min(Math.max(at + step, 0), this.tabs.length - 1)];
    if (!next) return;
    this.show(next.panel.id);
    next.button.focus();
  }
}

/** Scrolls the strip of tabs, and nothing else, until a tab can be seen. */
function reveal(tab: HTMLElement): void {
  const strip = tab.parentElement;
  if (!strip) return;
  const before = tab.offsetLeft - strip.offsetLeft;
  const after = before + tab.offsetWidth - strip.clientWidth + parseFloat(getComputedStyle(strip).paddingRight); // there the strip fades
  if (before < strip.scrollLeft) strip.scrollLeft = before;
  else if (after > strip.scrollLeft) strip.scrollLeft = after;
}
