import { valueWords } from "../app/announce";
import { button, element, holdHeight } from "../app/dom";
import type { App } from "../app/app";
import type { Proof } from "./proof";
import type { Step } from "./types";
import { hardest } from "./proof";
import { claimText, replayText, replyText, stepText } from "./words";
import { countText } from "../tables/bytes";
import { VerifyAll } from "./verify";

/** ProofView shows an open certificate at the position of the game. */
export class ProofView {
  readonly box = element("div", { className: "proof" });
  private trail = element("ol", { className: "trail" });
  private sentence = element("p", { id: "proof-step" });
  private list = element("ul", { className: "steps", ariaLabel: "Moves of the proof" });
  private toRoot = button("To the root", () => this.proof.goToRoot());
  private next = button("Hardest reply", () => this.attempt(async () => void await this.proof.playNext()));
  private toEnd = button("To the end", () => this.attempt(() => this.proof.playToEnd()));
  private verify = button("Verify this node", () => this.attempt(() => this.verifyStep()));
  private result = element("p", { id: "proof-result" });
  private verifyAll: VerifyAll;
  private shownFor: unknown;

  constructor(private app: App, private proof: Proof, onClose: () => void) {
    this.verifyAll = new VerifyAll(proof);
    this.next.id = "proof-next";
    this.toEnd.id = "proof-end";
    this.toRoot.id = "proof-root";
    this.verify.id = "verify-node";
    this.result.setAttribute("role", "status");
    const { certificate, name } = proof;
    const nav = element("nav", { ariaLabel: "Moves from the root" }, this.trail);
    const close = button("Close", onClose);
    close.id = "proof-close";
    this.box.append(
      element("h3", { id: "proof-name" }, name),
      element("p", { id: "proof-claim" }, `${claimText(certificate.claim, certificate.turn)}.`),
      element("p", {}, `${countText(certificate.records)} records of ${certificate.variant}, ${countText(certificate.bytes)} bytes. Digest `,
        element("code", { id: "proof-digest" }, certificate.digest)),
      nav, this.sentence, this.list,
      element("div", { className: "buttons" }, this.toRoot, this.next, this.toEnd, this.verify, close), this.result,
      this.verifyAll.box,
    );
    this.list.addEventListener("click", (event) => this.play(this.uciAt(event.target)));
    const hover = (event: Event): void => {
      const uci = this.uciAt(event.target);
      app.showArrows("hover", uci ? [{ uci, weight: 1 }] : []);
    };
    for (const type of ["pointerover", "focusin"]) this.list.addEventListener(type, hover);
    for (const type of ["pointerleave", "focusout"]) this.list.addEventListener(type, () => app.showArrows("hover", []));
  }

  /** Ends what runs. */
  stop(): void {
    this.verifyAll.stop();
  }

  /** Shows the step at the position of the game, and asks for it if it is not known. */
  async update(): Promise<void> {
    const { game } = this.app;
    const { proof } = this;
    const node = game.current;
    if (this.shownFor !== node) this.result.textContent = "";
    this.shownFor = node;
    this.renderTrail();
    if (!proof.fits || !game.position) {
      this.render(undefined);
      return;
    }
    if (!proof.known()) {
      this.render(undefined, "…");
      await proof.step();
      if (game.current !== node || !this.box.isConnected) return;
    }
    this.render(proof.known());
  }

  private render(step: Step | undefined, text = ""): void {
    const { game } = this.app;
    const turn = game.position?.turn ?? "w";
    const { variant } = this.proof.certificate;
    const outside = game.find(variant)
      ? `The board shows ${game.variant.name}; the certificate is of ${variant}.`
      : `The certificate is of ${variant}, a variant that is not here: add it with the tab Variants.`;
    this.sentence.textContent = step ? stepText(step, turn) : text || outside;
    const canGo = step !== undefined && !this.proof.isOutside(step);
    this.next.textContent = step?.move ? "Claimed move" : "Hardest reply";
    this.next.disabled = this.toEnd.disabled = !canGo;
    this.verify.disabled = !step;
    this.toRoot.disabled = !game.find(variant) || (this.proof.fits && this.proof.root === game.current);
    holdHeight(this.list, text !== "");
    this.list.replaceChildren(...(step ? this.rows(step, turn) : []));
  }

  private rows(step: Step, turn: string): HTMLElement[] {
    const { moves } = this.proof;
    if (step.move) {
      const claimed = moves.filter(({ uci }) => uci === step.move?.uci);
      return [...claimed, ...moves.filter((m) => !claimed.includes(m))].map((m) =>
        row(m.uci, m.san, m.value, m === claimed[0] ? `${valueWords(m.value)}, claimed` : valueWords(m.value), m === claimed[0] ? "claimed" : "other"));
    }
    const first = hardest(step.replies);
    const rest = [...step.replies].sort((a, b) => (b.plies ?? -1) - (a.plies ?? -1));
    return rest.map((reply) => {
      const value = moves.find(({ uci }) => uci === reply.uci)?.value ?? "unknown";
      const made = row(reply.uci, reply.san, value, replyText(reply, turn) + (reply.uci === first?.uci && reply.status === "record" ? ", hardest" : ""), reply.status);
      if (reply.plies !== null) made.firstElementChild?.setAttribute("data-plies", String(reply.plies));
      return made;
    });
  }

  private renderTrail(): void {
    const { game } = this.app;
    const { path, root } = this.proof;
    const crumbs = path && root && this.proof.fits ? [root, ...path] : [];
    this.trail.replaceChildren(...crumbs.map((node) => {
      const crumb = button(node === root ? "Root" : node.san, () => game.go(node));
      if (node === game.current) crumb.setAttribute("aria-current", "step");
      return element("li", {}, crumb);
    }));
    this.trail.scrollLeft = this.trail.scrollWidth;
  }

  private uciAt(target: EventTarget | null): string {
    return (target as HTMLElement).closest<HTMLElement>("[data-uci]")?.dataset["uci"] ?? "";
  }

  private play(uci: string): void {
    const move = this.proof.moves.find((m) => m.uci === uci);
    if (move) this.app.game.play(move);
  }

  private async verifyStep(): Promise<void> {
    const { game } = this.app;
    const node = game.current;
    const [step, replay] = [await this.proof.step(), await this.proof.verifyStep()];
    if (game.current === node) this.result.textContent = replayText(replay, step, game.position?.turn ?? "w");
  }

  /** Does something that may fail, and shows why. */
  private attempt(act: () => Promise<void>): void {
    act().catch((error: unknown) => (this.result.textContent = `${(error as Error).message}.`));
  }
}

/** A row of the list of moves, with the value for the side that plays the move. */
function row(uci: string, san: string, value: string, text: string, status: string): HTMLElement {
  const made = button("", () => {});
  made.append(element("b", {}, san), " ", text);
  made.dataset["uci"] = uci;
  made.dataset["value"] = value;
  made.dataset["status"] = status;
  return element("li", {}, made);
}
