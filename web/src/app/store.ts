// What the page keeps on the device: each thing under a key of its own, with the version of its form. The page works
// where storage is refused, and forgets.

const prefix = "tinyhouse.";

/** A thing as it is kept. */
export interface Kept {
  version: number;
  data: unknown;
}

/** Reads what was kept under a key; nothing where storage is refused or the form is of another version. */
export function recall<T>(key: string, version: number): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + key) ?? "null") as Kept | null;
    return kept?.version === version ? (kept.data as T) : undefined;
  } catch {
    return undefined;
  }
}

let closed = false;

/** Keeps something under a key, and reports whether the device took it. */
export function keep(key: string, version: number, data: unknown): boolean {
  if (closed) return false;
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ version, data }));
    return true;
  } catch {
    return false;
  }
}

/** All that is kept, by key. */
export function everything(): Record<string, Kept> {
  const all: Record<string, Kept> = {};
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(prefix)) all[name.slice(prefix.length)] = JSON.parse(localStorage.getItem(name) ?? "null") as Kept;
  }
  return all;
}

/** Replaces all that is kept. If the device refuses, what was there stays, and the error is thrown. Afterwards the page
 * keeps nothing more: it shows what was there before, and must be loaded anew. */
export function replaceEverything(all: Record<string, Kept>): void {
  const before = Object.entries({ ...localStorage } as Record<string, string>).filter(([name]) => name.startsWith(prefix));
  const write = (entries: [string, string][]): void => {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
    for (const [name, text] of entries) localStorage.setItem(name, text);
  };
  try {
    write(Object.entries(all).map(([key, kept]) => [prefix + key, JSON.stringify(kept)]));
  } catch (error) {
    write(before);
    throw error;
  }
  closed = true;
}
