/** Bits in the making, the lowest of each byte first. Grows as it is written to; one is used again and again. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 12);
  #at = 0;
  #pending = 0;
  #count = 0;

  /** Makes room for so many bits. */
  reserve(bits: number): void {
    const size = this.#at + (bits >>> 3) + 8;
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, size));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Up to 24 bits, for which there is room. */
  put(value: number, width: number): void {
    let pending = this.#pending | (value << this.#count);
    let count = this.#count + width;
    while (count >= 8) {
      this.#bytes[this.#at++] = pending;
      pending >>>= 8;
      count -= 8;
    }
    this.#pending = pending;
    this.#count = count;
  }

  /** Up to 53 bits, for which there is room. */
  putLong(value: number, width: number): void {
    let left = value;
    let bits = width;
    for (; bits > 16; bits -= 16) {
      const high = Math.floor(left / 65_536);
      this.put(left - high * 65_536, 16);
      left = high;
    }
    this.put(left, bits);
  }

  /** What was written, filled up to whole bytes; valid until the next write, which begins anew. */
  take(): Uint8Array {
    this.reserve(8);
    if (this.#count > 0) this.#bytes[this.#at++] = this.#pending;
    const written = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    this.#pending = 0;
    this.#count = 0;
    return written;
  }
}

/** Bits that are read; behind the end there are zeros. Whoever reads says afterwards how far it came. */
export class BitReader {
  readonly bytes: Uint8Array;
  /** The next byte that was not looked at. */
  place: number;
  /** Bits that were looked at and not taken. */
  pending = 0;
  have = 0;

  constructor(bytes: Uint8Array, place: number) {
    this.bytes = bytes;
    this.place = place;
  }

  /** The next bits without taking them; up to 16. */
  look(width: number): number {
    if (this.have < width) {
      const { bytes, place } = this;
      this.pending |= ((bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8)) << this.have;
      this.place = place + 2;
      this.have += 16;
    }
    return this.pending & ((1 << width) - 1);
  }

  /** Takes bits that were looked at. */
  drop(width: number): void {
    this.pending >>>= width;
    this.have -= width;
  }

  /** Up to 16 bits. */
  take(width: number): number {
    const value = this.look(width);
    this.drop(width);
    return value;
  }

  /** Up to 53 bits. */
  takeLong(width: number): number {
    if (width <= 16) return this.take(width);
    let [value, unit] = [0, 1];
    for (let left = width; left > 0; left -= 16) {
      value += this.take(Math.min(16, left)) * unit;
      unit *= 65_536;
    }
    return value;
  }

  /** The byte behind the last bit that was taken. */
  get end(): number {
    return this.place - (this.have >> 3);
  }
}
