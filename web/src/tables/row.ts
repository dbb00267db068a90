import { button, element } from "../app/dom";
import { bytesText } from "./bytes";
import type { About } from "./store";
import type { Item } from "./library";
import { title } from "../variants/titles";

/** What the buttons of a row do. */
export interface RowActions {
  download(): void;
  pause(): void;
  save(): void;
  remove(): void;
  browse(): void;
}

/** A row of the list of tables. Its elements stay, so that the focus does. */
export class Row {
  readonly box: HTMLLIElement;
  private state = element("p", {});
  private progress = element("progress", {});
  private problem = element("p", { className: "problem" });
  private buttons: Record<keyof RowActions, HTMLButtonElement>;
  private link: HTMLAnchorElement | undefined;

  constructor(name: string, private about: About, actions: RowActions, private canKeep: boolean) {
    const heading = `${title(about.variant)}, ${about.kind === "table" ? about.subject : "certificate"}`;
    this.progress.ariaLabel = `Download of ${name}`;
    this.problem.setAttribute("role", "alert");
    this.buttons = {
      download: button("Download", actions.download), pause: button("Pause", actions.pause), save: button("Keep on this device", actions.save),
      remove: button("Delete", actions.remove), browse: button("Open the proof", actions.browse),
    };
    for (const one of Object.values(this.buttons)) one.setAttribute("aria-label", `${one.textContent}: ${name}`);
    this.link = canKeep || !about.file ? undefined : element("a", { href: about.file, download: "" }, `Download ${name}`);
    this.box = element("li", { className: "file" }, element("h3", {}, heading), element("p", { className: "name" }, name), this.state, this.progress,
      this.problem, element("div", { className: "buttons" }, ...(this.link ? [this.link] : []), ...Object.values(this.buttons)));
    this.box.dataset["file"] = name;
  }

  /** Shows the state of the file; no item: it is not on the device. */
  update(item: Item | undefined): void {
    const { about } = this;
    const state = item?.state ?? "absent";
    this.box.dataset["state"] = state;
    this.state.textContent = stateText(item, about);
    this.progress.hidden = state !== "downloading" && !(state === "paused" && item?.have);
    this.progress.max = about.bytes;
    this.progress.value = item?.have ?? 0;
    this.problem.textContent = item?.problem ? `${item.problem}.` : "";
    const show: Record<keyof RowActions, boolean> = {
      download: this.canKeep && about.file !== "" && (state === "absent" || state === "paused"),
      pause: state === "downloading",
      save: this.canKeep && state === "open",
      remove: state !== "absent" && state !== "saving",
      browse: about.kind === "certificate" && state !== "downloading" && state !== "paused" && !item?.problem,
    };
    for (const name of Object.keys(show) as (keyof RowActions)[]) this.buttons[name].hidden = !show[name];
    this.name("download", item?.have ? "Resume" : "Download");
    this.name("remove", state === "open" ? "Close" : "Delete");
  }

  private name(which: keyof RowActions, text: string): void {
    const one = this.buttons[which];
    if (one.textContent === text) return;
    one.textContent = text;
    one.ariaLabel = `${text}: ${this.box.dataset["file"]}`;
  }
}

/** The state of a file in words. */
function stateText(item: Item | undefined, { bytes, file }: About): string {
  const size = bytesText(bytes);
  const part = `${bytesText(item?.have ?? 0)} of ${size}`;
  switch (item?.state) {
    case "downloading": return item.have < bytes ? `Loading: ${part}.` : "Checking.";
    case "paused": return item.have ? `Paused: ${part}.` : `${size}, not on this device.`;
    case "kept": return item.problem ? `${size}, on this device, not used.` : `${size}, on this device, in use.`;
    case "saving": return `${size}, being copied.`;
    case "open": return `${size}, in use until you leave the page.`;
    default: return file ? `${size}, not on this device.` : `${size}.`;
  }
}
