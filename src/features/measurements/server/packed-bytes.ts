/** The bytes of a packed day are not what was written. The message says what is wrong, in a sentence's middle. */
export class DamagedBytes extends Error {}

/** Bytes in the making: grows as it is written to. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #at = 0;

  /** Makes room for so many bytes and answers where they begin. */
  #room(count: number): number {
    const at = this.#at;
    if (at + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, at + count));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#at = at + count;
    return at;
  }

  byte(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }

  /** A whole number from 0, seven bits a byte. */
  count(value: number): void {
    let left = value;
    while (left >= 128) {
      this.byte((left % 128) | 128);
      left = Math.floor(left / 128);
    }
    this.byte(left);
  }

  float(value: number): void {
    const at = this.#room(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  append(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** A stretch of zeros to be filled in by the caller at once: the next write may move it. */
  zeros(count: number): Uint8Array {
    const at = this.#room(count);
    return this.#bytes.subarray(at, at + count).fill(0);
  }

  /** What was written; valid until the next write. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Forgets what was written and keeps the room. */
  clear(): void {
    this.#at = 0;
  }
}

/** Bytes that are read and may be anything. Every step past the end is a fault. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;
  #view: DataView | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Where so many bytes begin; steps over them. @throws DamagedBytes when there are fewer */
  skip(count: number): number {
    const at = this.at;
    if (!(count >= 0) || at + count > this.bytes.length) throw new DamagedBytes('it ends too soon');
    this.at = at + count;
    return at;
  }

  byte(): number {
    return this.bytes[this.skip(1)] ?? 0;
  }

  count(): number {
    let value = 0;
    for (let unit = 1; unit <= 2 ** 49; unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw new DamagedBytes('a number is too long');
  }

  float(): number {
    const { buffer, byteOffset, byteLength } = this.bytes;
    this.#view ??= new DataView(buffer, byteOffset, byteLength);
    return this.#view.getFloat64(this.skip(8), true);
  }

  part(length: number): ByteReader {
    const at = this.skip(length);
    return new ByteReader(this.bytes.subarray(at, at + length));
  }

  /** @throws DamagedBytes when something is left over */
  end(): void {
    if (this.at !== this.bytes.length) throw new DamagedBytes('something is left over');
  }
}
