import { bytesText } from "../tables/bytes";

/** The bytes that the page keeps as text: games and settings. A character takes two bytes. */
export function textBytes(): number {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith("tinyhouse"))
      .reduce((sum, name) => sum + 2 * (name.length + (localStorage.getItem(name)?.length ?? 0)), 0);
  } catch {
    return 0;
  }
}

/** How much the browser keeps for the page in all, and whether it may delete it; empty where it does not say. */
export async function spaceText(): Promise<string> {
  if (!navigator.storage?.estimate) return "";
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return `This page keeps ${bytesText(usage)}; the browser has room for ${bytesText(quota)}. ` +
    (persisted ? "It deletes nothing by itself." : "When the device runs out of room, the browser may delete it.");
}
