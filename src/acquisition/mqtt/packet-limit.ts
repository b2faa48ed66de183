import type { Duplex } from 'node:stream';

/** The largest packet of a device; one that is a little too large is still answered, so that it does not come again. */
const MAX_PACKET = 1024 * 1024;
/** The first packet comes from anybody at all. */
const MAX_FIRST = 32 * 1024;

/** Follows the lengths of MQTT packets through the chunks that they come in. */
export class PacketLengths {
  #max = MAX_FIRST;
  /** Bytes of the present packet's body still to come. */
  #body = 0;
  /** What its length has come to, byte by byte; undefined before its first byte. */
  #length: number | undefined;
  #shift = 1;

  /** Whether every packet that begins in these bytes is small enough. */
  allow(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(this.#body, chunk.length - at);
      this.#body -= skipped;
      at += skipped;
      if (at < chunk.length && !this.#header(chunk[at++] ?? 0)) return false;
    }
    return true;
  }

  // Type and flags in one byte, then the length: seven bits in each byte, the eighth says that another one follows.
  #header(byte: number): boolean {
    if (this.#length === undefined) {
      this.#length = 0;
      this.#shift = 1;
      return true;
    }
    this.#length += (byte & 0x7f) * this.#shift;
    this.#shift *= 128;
    if (this.#length > this.#max || this.#shift > 128 ** 4) return false;
    if (byte >= 0x80) return true;
    this.#body = this.#length;
    this.#length = undefined;
    this.#max = MAX_PACKET;
    return true;
  }
}

/** Ends a connection at the header of a packet that is too large, before its body is gathered in memory. */
export function limitPackets(stream: Duplex): void {
  const lengths = new PacketLengths();
  const read = stream.read.bind(stream);
  stream.read = (size?: number) => {
    const chunk: Uint8Array | null = size === undefined ? read() : read(size);
    if (chunk === null || lengths.allow(chunk)) return chunk;
    stream.destroy(new Error('a packet is too large'));
    return null;
  };
}
