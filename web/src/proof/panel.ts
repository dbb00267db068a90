import type { App } from "../app/app";
import { button, element, labelled } from "../app/dom";
import type { Panel } from "../app/tabs";
import { ServerRules } from "../rules/server";
import { WorkerRules } from "../rules/worker";
import { bytesText } from "../tables/bytes";
import { baseName } from "../tables/library";
import { Proof } from "./proof";
import { ServerProofs, WorkerProofs, type Proofs } from "./source";
import type { Certificate } from "./types";
import { ProofView } from "./view";

/** ProofPanel opens certificates and browses them. */
export class ProofPanel implements Panel {
  readonly id = "proof";
  readonly title = "Proof";
  private choice = element("select", { id: "proof-choice" });
  private note = element("p", { className: "problem", id: "proof-note" });
  private state = element("p", { id: "proof-state" });
  private place = element("div", {});
  private proofs: Proofs | undefined;
  private view: ProofView | undefined;
  private proof: Proof | undefined;
  private listed = false;
  private last: Promise<void> = Promise.resolve();

  constructor(private app: App) {}

  build(box: HTMLElement): void {
    this.note.setAttribute("role", "alert");
    this.state.setAttribute("role", "status");
    const input = element("input", { type: "file", accept: ".thc", id: "proof-file" });
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void this.open(file, file.name);
      input.value = "";
    });
    const open = button("Open", () => void this.openChosen());
    open.id = "proof-open";
    box.append(
      element("p", {}, "A certificate proves a value: it has a move in every position that the other side can reach. Walk it on the board, and check it by the rules."),
      element("div", { className: "pick" }, labelled("Certificate", this.choice), open),
      element("label", { className: "wide" }, "Or open a file, or drop it on the page ", input), this.note, this.state, this.place,
    );
  }

  update(): void {
    this.list().catch((error: unknown) => {
      this.listed = false;
      this.note.textContent = `The certificates could not be listed: ${(error as Error).message}.`;
    });
    this.showStep();
  }

  /** Opens a certificate and shows its root. A damaged one is refused, and what was open stays open. */
  async open(blob: Blob, name: string): Promise<void> {
    await this.begin(name, (proofs) => proofs.open(name, blob));
  }

  /** Opens a certificate that the site or its server carries, by its name with or without extension. */
  async openNamed(name: string): Promise<void> {
    const id = name.replace(/\.thc$/, "");
    await this.begin(`${id}.thc`, async (proofs) => {
      if (proofs instanceof ServerProofs) return proofs.openOwn(id);
      const carried = SITE.more.find(({ file }) => baseName(file) === `${id}.thc`);
      if (!carried) throw new Error("this site does not carry it");
      return proofs.open(`${id}.thc`, await this.app.library.blob(carried.file));
    });
  }

  private async openChosen(): Promise<void> {
    if (this.choice.value) await this.openNamed(this.choice.value);
  }

  /** Opens certificates one after the other. */
  private begin(name: string, open: (proofs: Proofs) => Promise<Certificate>): Promise<void> {
    this.note.textContent = "";
    this.app.tabs.show(this.id);
    this.last = this.last.then(() => this.finish(name, open));
    return this.last;
  }

  private async finish(name: string, open: (proofs: Proofs) => Promise<Certificate>): Promise<void> {
    this.state.textContent = `Reading ${name}…`;
    try {
      const proofs = this.source();
      const certificate = await open(proofs);
      this.show(new Proof(this.app, proofs, name, certificate));
    } catch (error) {
      const reason = (error as Error).message.replace(/^tb: /, "").replace(`${name}: `, "");
      this.note.textContent = `${name} was not opened: ${reason}.`;
    } finally {
      this.state.textContent = "";
    }
  }

  private show(proof: Proof): void {
    this.view?.stop();
    this.proof = proof;
    this.view = new ProofView(this.app, proof, () => void this.close());
    this.place.replaceChildren(this.view.box);
    const { game } = this.app;
    if (proof.path === undefined || !proof.fits) proof.goToRoot();
    void game.forget(); // the certificate brings values
    this.showStep();
  }

  private async close(): Promise<void> {
    this.view?.stop();
    this.place.replaceChildren();
    this.view = undefined;
    const { proof } = this;
    this.proof = undefined;
    await proof?.close();
    await this.app.game.forget();
    this.choice.focus();
  }

  private showStep(): void {
    this.view?.update().catch((error: unknown) => (this.note.textContent = `${(error as Error).message}.`));
  }

  private source(): Proofs {
    const { boot, game } = this.app;
    if (this.proofs) return this.proofs;
    if (game.rules instanceof WorkerRules) this.proofs = new WorkerProofs(game.rules, () => boot.spawn());
    else if (game.rules instanceof ServerRules) this.proofs = new ServerProofs(game.rules);
    else throw new Error("the rules have not started yet");
    return this.proofs;
  }

  /** Lists the certificates that the site or its server carries. */
  private async list(): Promise<void> {
    if (this.listed || !this.app.game.rules) return;
    this.listed = true;
    const source = SITE.wasm ? undefined : this.source();
    const options = source instanceof ServerProofs
      ? (await source.list()).map(({ id, bytes }) => [id, bytes] as const)
      : SITE.more.filter(({ kind }) => kind === "certificate").map(({ file, bytes }) => [baseName(file).replace(/\.thc$/, ""), bytes] as const);
    this.choice.replaceChildren(...options.map(([id, bytes]) => element("option", { value: id }, `${id}, ${bytesText(bytes)}`)));
    if (!options.length) this.choice.replaceChildren(element("option", { value: "" }, "none here"));
  }
}
