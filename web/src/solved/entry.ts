import type { App } from "../app/app";
import { byId, button, element } from "../app/dom";
import { positionFragment } from "../app/link";
import { bytesText } from "../tables/bytes";
import { baseName, type Carried } from "../tables/library";
import { knownText, shares, subjectText, valueText, whatText } from "./words";
import type { Published, Shown } from "./types";

/** Where a file can be had. */
export interface Places {
  /** Names of files that the server has. */
  server: Set<string>;
  openProof(name: string): void;
}

/** Entry shows a published value: closed a line, open all that is known of it and boards that play it. */
export class Entry {
  readonly box = element("details", { className: "solved" });
  private where = element("p", { className: "where" });
  private buttons = element("div", { className: "buttons" });
  private built = false;

  constructor(private app: App, private value: Published, private places: Places) {
    this.box.append(element("summary", {}, element("b", {}, subjectText(value)), " ", element("small", {}, value.kind), " ",
      element("span", {}, valueText(value))));
    this.box.dataset["file"] = value.file ?? "";
    this.box.dataset["variant"] = value.variant;
    this.box.addEventListener("toggle", () => this.open());
  }

  /** Whether the entry has all words of a search. */
  matches(words: string[]): boolean {
    const { value } = this;
    const text = `${value.variant} ${subjectText(value)} ${valueText(value)} ${value.kind} ${value.file ?? ""} ${value.sha256 ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }

  private open(): void {
    if (!this.box.open) return;
    if (!this.built) this.build();
    this.built = true;
    this.update();
  }

  private build(): void {
    const { value } = this;
    const hasShares = value.kind === "table" && (value.wins ?? 0) + (value.losses ?? 0) + (value.draws ?? 0) > 0;
    this.box.append(
      ...value.shown.map((at) => element("p", {}, `${whatText(at)}: ${at.says}. `, this.link(at))),
      element("p", {}, knownText(value)),
      ...(hasShares ? [element("p", {}, `For the side to move: ${shares(value)}.`)] : []),
      facts(value), this.where, this.buttons,
    );
  }

  /** A link to a position: here it shows the board, copied it does so elsewhere. */
  private link(at: Shown): HTMLAnchorElement {
    const variant = this.app.game.find(this.value.variant);
    const href = positionFragment(this.value.variant, at.fen === variant?.start ? "" : at.fen);
    const link = element("a", { href }, "Show on the board");
    link.dataset["value"] = at.value;
    link.ariaLabel = `Show on the board: ${subjectText(this.value)}, ${whatText(at).toLowerCase()}`;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.show(at);
    });
    return link;
  }

  /** Sets the board up, with exact values. */
  private show({ fen }: Shown): void {
    const { app } = this;
    const variant = app.game.find(this.value.variant);
    if (!variant) return;
    app.settings.set("values", true);
    app.begin(variant, fen);
    byId("table").scrollIntoView({ block: "nearest" });
  }

  /** Says where the file is, and offers what can be done with it. */
  update(): void {
    if (!this.built || !this.box.open) return;
    const { app, places } = this;
    const { file = "", kind } = this.value;
    const carried = SITE.more.find((f) => baseName(f.file) === file);
    const item = app.library.items.get(file);
    const here = SITE.tables.some((f) => baseName(f.file) === file);
    const proof = button("Open the proof", () => places.openProof(file));
    let where = "";
    const buttons: HTMLElement[] = [];
    if (here) where = "The table comes with the page.";
    else if (places.server.has(file)) where = `The server has the ${kind}.`;
    else if (item) where = item.state === "downloading" ? "The file is being downloaded, see Tables." : `The ${kind} is in use or on this device, see Tables.`;
    else if (carried && kind === "table") {
      where = "The table is not on this device: with it the board has exact values.";
      buttons.push(button(`Download ${bytesText(carried.bytes)}`, () => this.download(carried)));
    } else if (!carried && kind !== "search") where = missing(kind);
    if (kind === "certificate" && (carried || item || places.server.has(file))) buttons.push(proof);
    this.where.textContent = where;
    const texts = buttons.map((b) => b.textContent).join();
    if (this.buttons.dataset["texts"] === texts) return; // the focus stays
    this.buttons.dataset["texts"] = texts;
    this.buttons.replaceChildren(...buttons);
  }

  private download(carried: Carried): void {
    void this.app.library.download(carried);
    this.app.tabs.show("tables");
  }
}

/** What to do where neither the site nor its server has a file. */
function missing(kind: string): string {
  return SITE.wasm
    ? `This site does not carry the ${kind}. Make it with the command above, and open it in Tables.`
    : `This server does not have the ${kind}. Make it with the command above, and start the server with --tb FILE.`;
}

/** The file and the commands. */
function facts({ file, sha256, make, verify }: Published): HTMLElement {
  const list = element("dl", {});
  const add = (name: string, text: string | undefined): void => {
    if (text) list.append(element("dt", {}, name), element("dd", {}, element("code", {}, text)));
  };
  add("File", file);
  add("SHA-256", sha256);
  add("Made by", make);
  add("Verified by", verify);
  return list;
}
