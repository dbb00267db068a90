// What the page keeps on the device: each thing under a key of its own, with the version of its form. The page works
// where storage is refused, and forgets.

const prefix = "tinyhouse.";

/** Reads what was kept under a key; nothing where storage is refused or the form is of another version. */
export function recall<T>(key: string, version: number): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + key) ?? "null") as { version: number; data: T } | null;
    return kept?.version === version ? kept.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something under a key, and reports whether the device took it. */
export function keep(key: string, version: number, data: unknown): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ version, data }));
    return true;
  } catch {
    return false;
  }
}
