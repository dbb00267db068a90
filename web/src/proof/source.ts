import { Refusal } from "../rules/client";
import type { ServerRules } from "../rules/server";
import type { Request } from "../rules/types";
import type { WorkerRules } from "../rules/worker";
import type { Certificate } from "./types";

/** What is asked about certificates while they are checked. */
export interface Checker {
  ask<T>(request: Request): Promise<T>;
  close(): void;
}

/** Proofs opens certificates, so that the rules know them. */
export interface Proofs {
  /** Reads all of a certificate and opens it. A damaged one is refused. */
  open(name: string, blob: Blob): Promise<Certificate>;
  /** Asks about the open certificate. */
  ask<T>(request: Request): Promise<T>;
  /** Something that checks the open certificate while the rules answer other questions. */
  checker(): Promise<Checker>;
  close(): Promise<void>;
}

/** Proofs where the page has the module: whole files are read by workers of their own. */
export class WorkerProofs implements Proofs {
  private name = "";
  private blob: Blob | undefined;

  constructor(private rules: WorkerRules, private spawn: () => WorkerRules) {}

  async open(name: string, blob: Blob): Promise<Certificate> {
    const checker = this.spawn();
    try {
      const { kind } = await checker.openFile(name, blob);
      if (kind !== "certificate") throw new Refusal(`${name}: is a ${kind}, want a certificate`);
      const certificate = await checker.ask<Certificate>({ op: "certificate", certificate: name });
      await this.close();
      this.name = `proof ${name}`; // a file of the tables panel may have the name
      this.blob = blob;
      await this.rules.openFile(this.name, blob);
      return { ...certificate, id: this.name };
    } finally {
      checker.close();
    }
  }

  ask<T>(request: Request): Promise<T> {
    return this.rules.ask<T>({ ...request, certificate: this.name });
  }

  async checker(): Promise<Checker> {
    const checker = this.spawn();
    const { name, blob } = this;
    try {
      if (blob) await checker.openFile(name, blob);
    } catch (error) {
      checker.close();
      throw error;
    }
    return { ask: (request) => checker.ask({ ...request, certificate: name }), close: () => checker.close() };
  }

  async close(): Promise<void> {
    const { blob, name } = this;
    this.blob = undefined;
    if (blob) await this.rules.removeFile(name);
  }
}

/** Proofs of the server: its own, and those of the user's, which are sent to it. */
export class ServerProofs implements Proofs {
  private id = "";
  private sent: { name: string; blob: Blob } | undefined;

  constructor(private rules: ServerRules) {}

  /** The certificates that the server has. */
  list(): Promise<Certificate[]> {
    return this.rules.ask<Certificate[]>({ op: "certificates" });
  }

  /** Reads all of a certificate that the server has, and opens it. */
  async openOwn(id: string): Promise<Certificate> {
    const certificate = await this.rules.ask<Certificate>({ op: "certificate", certificate: id });
    this.id = id;
    this.sent = undefined;
    this.rules.certificate = "";
    return certificate;
  }

  async open(name: string, blob: Blob): Promise<Certificate> {
    const certificate = await this.rules.sendCertificate<Certificate>(name, blob);
    this.id = this.rules.certificate = certificate.id;
    this.sent = { name, blob };
    return certificate;
  }

  /** Asks about the open certificate, which is sent again if the server has let it go for those of others. */
  async ask<T>(request: Request): Promise<T> {
    const certificate = this.id;
    try {
      return await this.rules.ask<T>({ ...request, certificate });
    } catch (error) {
      if (!(error instanceof Refusal) || !this.sent || !error.message.endsWith("not open")) throw error;
      await this.rules.sendCertificate(this.sent.name, this.sent.blob);
      return this.rules.ask<T>({ ...request, certificate });
    }
  }

  async checker(): Promise<Checker> {
    return { ask: (request) => this.ask(request), close: () => {} };
  }

  async close(): Promise<void> {
    this.rules.certificate = "";
    this.sent = undefined;
  }
}
