import { Readable } from 'node:stream';

/**
 * An answer that comes in pieces, from whoever writes it to whoever sends it: whole bytes when all of it is there at
 * once, else a stream. A stream holds what its reader has not taken; who writes is never kept waiting.
 */
export class AnswerStream {
  /** What the answer begins as. @throws what it failed with before anything was there */
  readonly begun: Promise<Uint8Array | Readable>;
  readonly #resolve: (begun: Uint8Array | Readable) => void;
  readonly #reject: (error: Error) => void;
  #stream: Readable | undefined;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | Readable>();
    this.begun = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  add(pieces: readonly Uint8Array[], end: boolean): void {
    if (!this.#stream && end) {
      this.#resolve(Buffer.concat(pieces));
      return;
    }
    this.#stream ??= new Readable({ read: () => undefined });
    const stream = this.#stream;
    this.#resolve(stream);
    if (stream.destroyed) return;
    for (const piece of pieces) stream.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    if (end) stream.push(null);
  }

  /** Ends what has begun in the middle, where a client sees that it is not whole. Does nothing behind the end. */
  fail(error: Error): void {
    this.#reject(error);
    if (this.#stream && !this.#stream.readableEnded) this.#stream.destroy(error);
  }
}
