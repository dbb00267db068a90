import { Refusal, read, type Opened, type Rules } from "./client";
import type { Request } from "./types";

/** The longest pause between two tries, in seconds. */
const longest = 10;

/** The rules of the server that sent the page. A question waits until the server answers. */
export class ServerRules implements Rules {
  onDamage: (text: string) => void = () => {};
  onTrouble: (text: string, retry?: () => void) => void = () => {};
  /** The id of a certificate of the user's, which brings values to positions; empty: none. */
  certificate = "";

  async ask<T>(request: Request): Promise<T> {
    const brings = this.certificate && ["position", "annotate"].includes(request.op) ? { certificate: this.certificate } : {};
    const body = JSON.stringify({ ...request, ...brings });
    for (let seconds = 1; ; seconds = Math.min(2 * seconds, longest)) {
      const problem = await this.post(body).then(
        (response) => this.problem(response),
        (error: unknown) => (error as Error).message,
      );
      if (typeof problem !== "string") {
        this.onTrouble("");
        return read<T>(await problem.text());
      }
      this.onTrouble(`The server does not answer (${problem}). The page asks again every few seconds.`);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
  }

  /** Sends a certificate of the user's and returns its description. */
  async sendCertificate<T>(name: string, blob: Blob): Promise<T> {
    const address = new URL(`api/proof?name=${encodeURIComponent(name)}`, document.baseURI);
    const response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: blob });
    return read<T>(await response.text());
  }

  /** The server has its own tables. */
  async addTable(): Promise<void> {}

  async openFile(): Promise<Opened> {
    throw new Refusal("This page uses the tables of its server: start the server with --tb FILE");
  }

  async removeFile(): Promise<void> {}

  private post(body: string): Promise<Response> {
    return fetch(new URL("api/rules", document.baseURI), { method: "POST", headers: { "Content-Type": "application/json" }, body });
  }

  /** Returns an answer of the rules as it is, and of another one what is wrong: the server is busy, or gone. */
  private problem(response: Response): Response | string {
    const { status, statusText } = response;
    const isAnswer = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
    return isAnswer && status < 500 && status !== 429 ? response : `${status} ${statusText}`;
  }
}
