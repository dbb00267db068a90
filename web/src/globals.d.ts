// What the build provides; see cmd/site.

/** The facts of the build, inserted into every script. */
declare const SITE: {
  version: string;
  /** The digest of all that the page uses. */
  build: string;
  /** The WebAssembly module, relative to the page; empty: the server has the engine. */
  wasm: string;
  wasmBytes: number;
  engine: string;
  /** The worker that keeps files on the device. */
  keeper: string;
  /** Fetched with their variant. */
  tables: { file: string; variant: string; bytes: number }[];
  /** Fetched when the user asks for one: tables with their material, certificates with the position that they are about. */
  more: { file: string; variant: string; bytes: number; kind: "table" | "certificate"; subject: string; sha256: string }[];
  /** The documents that the site carries. */
  docs: { file: string; title: string }[];
  /** The list of published values, relative to the page. */
  solved: string;
};

declare module "*.svg" {
  const text: string;
  export default text;
}

/** The built-in variants with their start positions, so that the first board needs no engine. */
declare module "starts" {
  import type { Position, Variant } from "./rules/types";
  const starts: { variants: Variant[]; positions: Record<string, Position> };
  export default starts;
}

/** Go's glue for WebAssembly, from the Go distribution. */
declare module "wasm_exec" {}
