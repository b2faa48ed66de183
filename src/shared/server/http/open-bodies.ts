import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall } from '../../contract/call.ts';
import { AppError } from '../errors.ts';
import type { Hold } from './body-budget.ts';

const PACKED = new Set(['gzip', 'x-gzip']);
/** Readings repeat themselves and pack well; blanks, which pack a thousand times, are no readings. */
const MAX_RATIO = 200;
/** The ratio is looked at beyond this many unpacked bytes. */
const SMALL_BYTES = 1_000_000;

export interface OpenBody {
  readonly encoding: string | undefined;
  /** Bytes at most, as they are once unpacked; undefined for a body that is read as it arrives. */
  readonly most: number | undefined;
  /** Where the bytes are counted that stay in memory; undefined where the reader counts them itself. */
  readonly hold: Pick<Hold, 'add'> | undefined;
}

/** Whether a body may come packed like this. */
export function isPacked(encoding: string | undefined): boolean {
  return PACKED.has((encoding ?? 'identity').toLowerCase());
}

const tooLarge = (detail: string): AppError => new AppError('invalid', detail, { status: 413 });

/** Counts what passes, and stops what is more than it may be. */
class Meter extends Transform {
  readonly #body: OpenBody;
  readonly #packedBytes: () => number;
  #bytes = 0;

  constructor(body: OpenBody, packedBytes: () => number) {
    super();
    this.#body = body;
    this.#packedBytes = packedBytes;
  }

  /** Bytes as they came, which is what the request's length counts. */
  get receivedEncodedLength(): number {
    return this.#packedBytes();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    done(this.#fault(chunk.length), chunk);
  }

  #fault(bytes: number): Error | null {
    const { most: max, hold } = this.#body;
    if (max !== undefined && this.#bytes > max) return tooLarge(`The body is larger than ${max} bytes`);
    if (this.#bytes > SMALL_BYTES && this.#bytes > MAX_RATIO * this.#packedBytes())
      return tooLarge('The body swells too much when it is unpacked');
    try {
      hold?.add(bytes);
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/**
 * A request's body as it is to be read: unpacked where it is packed, bounded, counted. Whatever stops it, the rest of
 * the request is read and thrown away, so that its sender hears the answer.
 */
export function openBody(payload: Readable, body: OpenBody): Readable {
  const gunzip = isPacked(body.encoding) ? createGunzip() : undefined;
  let received = 0;
  const meter = new Meter(body, () => (gunzip ? gunzip.bytesWritten : received));
  const first = gunzip ?? meter;
  const count = (chunk: Buffer) => {
    received += chunk.length;
  };
  if (!gunzip) payload.on('data', count);
  const end = (error: Error) => meter.destroy(error);
  const cut = () => end(new AppError('invalid', 'The body ended before its end'));
  payload.on('error', cut);
  payload.once('close', () => {
    if (!payload.readableEnded) cut();
  });
  gunzip?.on('error', () => end(new AppError('invalid', 'The body is not packed with gzip')));
  // Whoever reads hears of an error by an event of their own; the process must not end where nobody reads any more.
  meter.on('error', () => undefined);
  meter.once('close', () => {
    payload.unpipe(first);
    payload.off('data', count);
    gunzip?.destroy();
    payload.resume();
  });
  gunzip?.pipe(meter);
  payload.pipe(first);
  return meter;
}

/** Opens a request's body as its call wants it; what it holds is given back when the request is answered or its sender gone. */
export function openAsCalled(
  { packed, streams, max_body_bytes }: Pick<AnyCall, 'packed' | 'streams' | 'max_body_bytes'>,
  {
    request,
    reply,
    payload,
    hold,
  }: { request: FastifyRequest; reply: FastifyReply; payload: Readable; hold: Hold },
): Readable {
  const body = openBody(payload, {
    encoding: packed ? request.headers['content-encoding'] : undefined,
    most: streams ? undefined : max_body_bytes,
    hold: streams ? undefined : hold,
  });
  hold.arriving((why) => body.destroy(why));
  body.once('end', () => hold.arrived());
  const end = () => {
    hold.end();
    body.destroy();
  };
  reply.raw.once('close', end);
  reply.raw.once('finish', end);
  return body;
}
