import type { Request } from "./types";

/** Rules answers questions about positions, by Go package webapi. */
export interface Rules {
  ask<T>(request: Request): Promise<T>;
  addTable(name: string, bytes: ArrayBuffer): Promise<void>;
  /** Opens a table or certificate, of which parts are read when they are needed. */
  openFile(name: string, blob: Blob): Promise<Opened>;
  removeFile(name: string): Promise<void>;
  /** Called with the damage that was found in a file. */
  onDamage: (text: string) => void;
  /** Called with what keeps the rules from answering, and "" once they answer again. Retry starts them when they do
   * not start by themselves. */
  onTrouble: (text: string, retry?: () => void) => void;
}

/** What a file of tables is; see Go command wasm. */
export interface Opened {
  kind: "table" | "certificate";
  variant: string;
  subject: string; // the material of a table, the root of a certificate
  entries: number;
}

/** A request that the rules refuse; the message is for the user. */
export class Refusal extends Error {}

/** Reads an answer in JSON; one that is an error is thrown. */
export function read<T>(text: string): T {
  const answer = JSON.parse(text) as T & { error?: string; detail?: string };
  if (answer.error !== undefined) throw new Refusal(answer.detail ?? answer.error);
  return answer;
}
