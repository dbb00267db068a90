import { spaceText } from "../about/storage";
import type { App } from "../app/app";
import { element } from "../app/dom";
import type { Panel } from "../app/tabs";
import { bytesText, countText } from "./bytes";
import { whyNot } from "./keeper";
import { baseName, type Carried, type Item } from "./library";
import { Row } from "./row";
import type { About } from "./store";

/** A table or certificate of the server; see docs/api.md. */
interface ServerFile {
  id: string;
  name: string;
  kind: "table" | "certificate";
  variant: string;
  material: string | null;
  root: string | null;
  positions: number | null;
  bytes: number;
  sha256: string | null;
}

/** TablesPanel lists the tables and certificates that are not part of the first visit, and opens the user's own. A
 * single certificate that is dropped on the page is browsed instead. */
export class TablesPanel implements Panel {
  readonly id = "tables";
  readonly title = "Tables";
  private list = element("ul", { className: "files" });
  private rows = new Map<string, Row>();
  private note = element("p", { className: "problem" });
  private space = element("p", {});

  constructor(private app: App, private browse: (file: Blob, name: string) => void) {
    app.library.addEventListener("change", () => this.render());
    app.files.accept(/\.th[tc]$/i, (files) => {
      const [first] = files;
      if (first && files.length === 1 && /c$/i.test(first.name)) {
        browse(first, first.name);
        return;
      }
      app.tabs.show(this.id);
      void this.open(files);
    });
  }

  build(box: HTMLElement): void {
    this.note.setAttribute("role", "alert");
    box.append(element("p", {}, "Tables hold the exact value of every position of a game or an ending, certificates prove one value. " +
      "Those of small games come with the page."));
    if (SITE.wasm) this.buildOpen(box);
    else void this.listServer();
    const reason = SITE.wasm ? whyNot() : "";
    if (reason) box.append(element("p", { className: "insecure" }, reason));
    box.append(this.list, this.space);
  }

  update(): void {
    this.render();
  }

  private buildOpen(box: HTMLElement): void {
    const input = element("input", { type: "file", multiple: true, accept: ".tht,.thc", id: "table-file" });
    input.addEventListener("change", () => {
      void this.open([...(input.files ?? [])]).then(() => (input.value = ""));
    });
    box.append(element("label", { className: "wide" }, "Open a table or certificate from your disk, or drop it on the page ", input), this.note);
  }

  /** Opens files of the user's, and says which are refused. */
  private async open(files: File[]): Promise<void> {
    const problems: string[] = [];
    for (const file of files) {
      try {
        await this.app.library.open(file);
      } catch (error) {
        problems.push(`${file.name} is not used: ${(error as Error).message}.`);
      }
    }
    this.note.textContent = problems.join("\n");
  }

  private render(): void {
    if (!this.list.isConnected) return;
    const { library } = this.app;
    const listed = new Map<string, About>(SITE.more.map((f) => [baseName(f.file), { ...f, complete: false }]));
    for (const { name, about } of library.items.values()) listed.set(name, about);
    for (const [name, row] of this.rows) {
      if (listed.has(name)) continue;
      row.box.remove();
      this.rows.delete(name);
    }
    for (const [name, about] of listed) this.row(name, about).update(library.items.get(name));
    if (library.damage) this.note.textContent = `Damage was found: ${library.damage}.`;
    if (![...library.items.values()].some(({ state }) => state === "downloading")) void this.showSpace();
  }

  private row(name: string, about: About): Row {
    const known = this.rows.get(name);
    if (known) return known;
    const { library } = this.app;
    const carried = SITE.more.find(({ file }) => baseName(file) === name);
    const row = new Row(name, about, {
      download: () => void this.download(carried),
      pause: () => void library.pause(name),
      save: () => void library.save(name),
      remove: () => void library.remove(name),
      browse: () => void this.show(library.items.get(name), about.file || name, name),
    }, whyNot() === "");
    this.rows.set(name, row);
    if (carried) this.list.append(row.box);
    else this.list.prepend(row.box);
    return row;
  }

  /** Downloads a file, and asks the browser not to delete what this page keeps. */
  private async download(carried: Carried | undefined): Promise<void> {
    if (!carried) return;
    await Promise.all([this.app.library.download(carried), navigator.storage?.persist?.()]);
  }

  private async show(item: Item | undefined, file: string, name: string): Promise<void> {
    try {
      this.browse(item?.blob ?? await this.app.library.blob(file), name);
    } catch (error) {
      this.note.textContent = `${(error as Error).message}.`;
    }
  }

  /** Says how much the page keeps and whether the browser may delete it. */
  private async showSpace(): Promise<void> {
    if (!whyNot()) this.space.textContent = await spaceText();
  }

  /** Lists the files of the server. */
  private async listServer(): Promise<void> {
    try {
      const response = await fetch(new URL("api/tables", document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const files = (await response.json()) as ServerFile[];
      this.list.replaceChildren(...files.map(serverRow));
    } catch (error) {
      this.list.replaceChildren(element("li", {}, `The server's tables could not be listed: ${(error as Error).message}.`));
    }
  }
}

function serverRow({ id, name, kind, variant, material, root, positions, bytes, sha256 }: ServerFile): HTMLLIElement {
  const what = kind === "table" ? "positions" : "records";
  const size = positions === null ? "" : `, ${countText(positions)} ${what}`;
  const row = element("li", { className: "file" }, element("h3", {}, `${variant}, ${material ?? "certificate"}`), element("p", {}, `${bytesText(bytes)}${size}, on the server, in use.`),
    ...(root ? [element("p", {}, `Position: ${root}`)] : []), ...(sha256 ? [element("p", {}, `SHA-256 ${sha256}`)] : []),
    element("a", { href: `api/tables/${encodeURIComponent(id)}/file`, download: "" }, `Download ${name}`));
  row.dataset["file"] = name;
  return row;
}
