// The engine as a plain worker. It takes UCI lines as messages, one each, and answers in the same way.
// The first line loads the module, unless a message { module } came before with a compiled one.
//
// Further messages: { table, bytes } adds a table; { file, blob } adds one of which parts are read when they are
// needed, { file } removes it; { role: "rules", module } makes the worker one that
// answers { id, request } with { id, answer }, both as Go package webapi has them, and sends { damage };
// { ping } is answered with { pong }. A module that ends without quit is an error of the worker, with the reason.

import "wasm_exec";

interface Message {
  role?: "rules";
  module?: WebAssembly.Module;
  id?: number;
  request?: string;
  table?: string;
  bytes?: ArrayBuffer;
  file?: string;
  blob?: Blob;
  ping?: number;
}

/** What the module offers once it runs; see Go command wasm. */
interface Engine {
  receive(line: string): void;
  answer(request: string, reply: (answer: string) => void): void;
  addTable(name: string, bytes: Uint8Array): string;
  openFile(name: string, size: number, read: (offset: number, length: number) => Uint8Array | string): string;
  removeFile(name: string): boolean;
  damage(): string;
}

declare const Go: new () => {
  argv: string[];
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
};

/** Go's glue writes through it. */
declare const fs: { writeSync(to: number, bytes: Uint8Array): number };

const scope = self as unknown as {
  location: Location;
  tinyhouse: Engine;
  postMessage(message: unknown): void;
  close(): void;
  onmessage: (event: MessageEvent<string | Message>) => void;
};

let engine: Engine | undefined;
let starting = false;
let ended = false;
const waiting: (string | Message)[] = [];

/** The folder of the site: in the fragment, for pages of other origins, or from the address of this script. */
function site(): URL {
  const { hash, href } = scope.location;
  return hash.length > 1 ? new URL(hash.slice(1)) : new URL(href.includes("/assets/") ? "../" : "./", href);
}

async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(SITE.wasm, site()));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

let written = ""; // what the module wrote to standard error
const mostWritten = 1 << 16;

/** Keeps what the module writes to standard error: the first lines before its end say why it ends. */
function overhear(): void {
  const { writeSync } = fs;
  fs.writeSync = (to, bytes) => {
    if (to === 2 && written.length < mostWritten) written += new TextDecoder().decode(bytes);
    return writeSync.call(fs, to, bytes);
  };
}

/** Throws an error where the page hears it. */
function fail(error: unknown): void {
  setTimeout(() => { throw error; });
}

/** Why the module has ended. */
function reason(code: number): Error {
  const line = /^(?:panic|fatal error|runtime): .*/m.exec(written)?.[0];
  return new Error(line ?? `the module ended with status ${code}`);
}

async function start(role: string, module: WebAssembly.Module): Promise<void> {
  overhear();
  const go = new Go();
  go.argv = ["tinyhouse", role];
  go.exit = (code) => {
    ended = true;
    if (code || role === "rules") fail(reason(code));
    else scope.close();
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).catch(fail);
  engine = scope.tinyhouse;
  for (const message of waiting.splice(0)) deliver(engine, message);
}

/** Returns the function by which the module reads parts of a file. */
function reader(blob: Blob): (offset: number, length: number) => Uint8Array | string {
  const files = new FileReaderSync();
  return (offset, length) => {
    try {
      return new Uint8Array(files.readAsArrayBuffer(blob.slice(offset, offset + length)));
    } catch (error) {
      return (error as Error).message;
    }
  };
}

/** Opens or removes a file, and returns the answer in JSON. */
function change(to: Engine, name: string, blob: Blob | undefined): string {
  return blob ? to.openFile(name, blob.size, reader(blob)) : String(to.removeFile(name));
}

function deliver(to: Engine, message: string | Message): void {
  if (typeof message === "string") {
    to.receive(message);
    return;
  }
  const { id, request, table, bytes, file, blob } = message;
  const reply = (answer: string): void => {
    scope.postMessage({ id, answer });
    queueMicrotask(() => tellDamage(to));
  };
  if (table !== undefined && bytes) {
    const answer = to.addTable(table, new Uint8Array(bytes));
    if (id !== undefined) reply(answer);
  }
  if (file !== undefined) {
    const answer = change(to, file, blob);
    if (id !== undefined) reply(answer);
  }
  if (request !== undefined) to.answer(request, reply);
}

function tellDamage(to: Engine): void {
  const damage = to.damage();
  if (damage) scope.postMessage({ damage });
}

scope.onmessage = ({ data }) => {
  if (typeof data !== "string" && data.ping !== undefined) {
    scope.postMessage({ pong: data.ping });
    return;
  }
  if (ended) return;
  if (engine) {
    deliver(engine, data);
    return;
  }
  const { role = "uci", module = undefined } = typeof data === "string" ? {} : data;
  if (!module) waiting.push(data);
  if (starting || (!module && typeof data !== "string")) return;
  starting = true;
  (module ? Promise.resolve(module) : load())
    .then((compiled) => start(role, compiled))
    .catch(fail);
};
