/** A number of bytes in words: "7 kB", "13.3 MB". */
export function bytesText(bytes: number): string {
  for (const [unit, size] of [["GB", 1e9], ["MB", 1e6]] as const) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  }
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} kB` : `${bytes} bytes`;
}

/** A number with its thousands apart. */
export function countText(n: number): string {
  return n.toLocaleString("en-GB");
}
