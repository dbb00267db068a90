import type { App } from "../app/app";
import { type Node, pathTo } from "../game/game";
import type { Move } from "../rules/types";
import type { Checker, Proofs } from "./source";
import type { Certificate, Part, Replay, Reply, Step } from "./types";

/** The longest line that is walked. A proof of a draw may have no end. */
const longest = 1000;

/** A FEN without its counters, which certificates do not have. */
function withoutCounters(fen: string): string {
  return fen.split(" ").slice(0, -2).join(" ");
}

/** The hardest reply: the one after which a win takes longest. */
export function hardest(replies: Reply[]): Reply | undefined {
  const weight = ({ status, plies }: Reply): number => (status === "record" ? plies ?? Infinity : status === "over" ? 0 : -1);
  return [...replies].sort((a, b) => weight(b) - weight(a))[0];
}

/** Proof is an open certificate, and its steps at the positions of the game. */
export class Proof {
  private steps = new WeakMap<Node, Step>();

  constructor(private app: App, private proofs: Proofs, readonly name: string, readonly certificate: Certificate) {}

  /** Whether the game is of the certificate's variant. */
  get fits(): boolean {
    return this.app.game.variant.name === this.certificate.variant;
  }

  /** The node of the shown line that has the root of the certificate. */
  get root(): Node | undefined {
    const { game } = this.app;
    const root = withoutCounters(this.certificate.root);
    if (withoutCounters(game.start) === root) return game.root;
    return pathTo(game.current).find(({ position }) => position && withoutCounters(position.fen) === root);
  }

  /** The moves of the shown line from the root on; undefined: it does not begin there. */
  get path(): Node[] | undefined {
    const { root } = this;
    if (!root) return undefined;
    const path = pathTo(this.app.game.current);
    return path.slice(path.indexOf(root) + 1);
  }

  /** Shows the root: on the shown line, or in a new game. */
  goToRoot(): void {
    const { game } = this.app;
    const { root, certificate } = this;
    const variant = game.find(certificate.variant);
    if (root && this.fits) game.go(root);
    else if (variant) game.begin(variant, certificate.root);
  }

  /** The step at the shown position, if it is known. */
  known(): Step | undefined {
    return this.fits ? this.steps.get(this.app.game.current) : undefined;
  }

  /** Asks for the step at the shown position. */
  async step(): Promise<Step> {
    const { game } = this.app;
    const node = game.current;
    const known = this.steps.get(node);
    if (known) return known;
    const step = await this.proofs.ask<Step>({ op: "proof", ...game.place(node) });
    this.steps.set(node, step);
    return step;
  }

  /** Plays the claimed move or the hardest reply; false: there is none in the certificate. */
  async playNext(): Promise<boolean> {
    const { game } = this.app;
    if (!this.fits) return false;
    const node = game.current;
    const step = await this.step();
    if (!game.position) await game.refresh();
    const reply = step.move ?? hardest(step.replies);
    const move = game.position?.moves.find(({ uci }) => uci === reply?.uci);
    if (!move || node !== game.current || this.isOutside(step)) return false;
    game.play(move);
    await game.refresh();
    return true;
  }

  /** Plays on to the end, or until a position comes back or the user does something else. */
  async playToEnd(): Promise<void> {
    const { game } = this.app;
    for (let n = 0; n < longest; n++) {
      const before = game.current;
      if (!(await this.playNext()) || game.current.parent !== before || (game.position?.occurrence ?? 1) > 1) return;
    }
  }

  /** Whether the certificate has nothing to say about any move of a step. */
  isOutside(step: Step): boolean {
    return !step.move && step.replies.every(({ status }) => status === "outside");
  }

  /** The legal moves of the shown position, those that tables or the certificate know with values. */
  get moves(): Move[] {
    return this.app.game.position?.moves ?? [];
  }

  verifyStep(): Promise<Replay> {
    return this.proofs.ask<Replay>({ op: "verify-node", ...this.app.game.place() });
  }

  /** Checks all records. It ends early, with undefined, once the signal is aborted. */
  async verify(signal: AbortSignal, onPart: (part: Part) => void): Promise<Part | undefined> {
    const all: Part = { next: 0, records: this.certificate.records, checked: 0, errors: 0, faults: [], root: null };
    let checker: Checker | undefined;
    try {
      checker = await this.proofs.checker();
      while (!all.root) {
        if (signal.aborted) return undefined;
        const part = await checker.ask<Part>({ op: "verify", from: all.next });
        all.checked += part.checked;
        all.errors += part.errors;
        all.faults.push(...part.faults);
        all.next = part.next;
        all.root = part.root;
        if (!signal.aborted) onPart(all);
      }
      return signal.aborted ? undefined : all;
    } finally {
      checker?.close();
    }
  }

  async close(): Promise<void> {
    await this.proofs.close();
  }
}
