/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function fractions(count: number, root: number): Int32Array<ArrayBuffer> {
  const words = new Int32Array(count);
  for (let n = 2, found = 0; found < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) isPrime &&= n % d !== 0;
    if (isPrime) words[found++] = (n ** (1 / root) % 1) * 2 ** 32;
  }
  return words;
}

const block = 64;
const constants = fractions(64, 3);

/** Sha256 digests bytes as they come: the digests of the browser want all at once. */
export class Sha256 {
  private state = fractions(8, 2);
  private words = new Int32Array(64);
  private rest = new Uint8Array(block);
  private length = 0;

  update(bytes: Uint8Array): void {
    let at = 0;
    const held = this.length % block;
    this.length += bytes.length;
    if (held > 0) {
      at = Math.min(block - held, bytes.length);
      this.rest.set(bytes.subarray(0, at), held);
      if (held + at < block) return;
      this.mix(this.rest, 0);
    }
    for (; at + block <= bytes.length; at += block) this.mix(bytes, at);
    this.rest.set(bytes.subarray(at), 0);
  }

  /** Returns the digest in hexadecimal digits. Nothing may be added after it. */
  digest(): string {
    const { length } = this;
    const end = new Uint8Array(((length % block) + 8 < block ? block : 2 * block) - (length % block));
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(end.length - 4, (length * 8) % 2 ** 32);
    this.update(end);
    return Array.from(this.state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /** Mixes in a block of 64 bytes. */
  private mix(bytes: Uint8Array, at: number): void {
    const { state, words: w } = this;
    const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, block);
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const t = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
      const u = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t) | 0;
      d = c;
      c = b;
      b = a;
      a = (t + u) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
  }
}
