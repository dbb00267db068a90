import { count } from "../app/announce";
import { button, element } from "../app/dom";
import type { Proof } from "./proof";
import { claimText } from "./words";

/** VerifyAll checks all records of a proof, shows how far it is, and can be cancelled. */
export class VerifyAll {
  readonly box = element("div", { className: "verify" });
  private begin = button("Verify all", () => void this.run());
  private cancel = button("Cancel", () => this.stop());
  private progress = element("progress", { id: "verify-progress", ariaLabel: "Records verified", hidden: true });
  private result = element("p", { id: "verify-result" });
  private abort: AbortController | undefined;

  constructor(private proof: Proof) {
    this.begin.id = "verify-all";
    this.cancel.id = "verify-cancel";
    this.cancel.hidden = true;
    this.result.setAttribute("role", "status");
    this.box.append(element("div", { className: "buttons" }, this.begin, this.cancel), this.progress, this.result);
  }

  /** Ends the check. */
  stop(): void {
    this.abort?.abort();
  }

  private async run(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    const { certificate } = this.proof;
    const began = performance.now();
    this.show(true, "");
    this.progress.max = Math.max(certificate.records, 1);
    this.progress.value = 0;
    abort.signal.addEventListener("abort", () => this.show(false, "Cancelled."));
    try {
      const all = await this.proof.verify(abort.signal, ({ next }) => (this.progress.value = next));
      if (!all) return;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const records = count(certificate.records, "record");
      const faults = all.faults.slice(0, 3).map(({ fen, fault }) => `\n${fen}: ${fault}`).join("");
      if (all.errors) this.show(false, `${all.errors} of ${records} not justified.${faults}`);
      else this.show(false, `Verified: all of ${records}, in ${seconds} s. So ${claimText(all.root ?? certificate.claim, certificate.turn)}.`);
    } catch (error) {
      if (!abort.signal.aborted) this.show(false, `The check failed: ${(error as Error).message}.`);
    }
  }

  private show(running: boolean, text: string): void {
    const hadFocus = this.box.contains(document.activeElement);
    this.begin.hidden = running;
    this.cancel.hidden = this.progress.hidden = !running;
    this.result.textContent = text;
    if (hadFocus) (running ? this.cancel : this.begin).focus();
  }
}
