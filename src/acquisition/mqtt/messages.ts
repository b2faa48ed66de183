import type pg from 'pg';
import { MAX_PAYLOAD, type MqttDevice } from '../../features/measurements/mqtt.model.ts';
import type { Logger } from '../../shared/server/log.ts';
import type { BatchWriter } from '../reading-sink.ts';

/** Where readings that cannot be stored are counted. Never throws, never waits. */
export type RefusedCounter = {
  countRefused(refused: {
    company_id: number;
    source: 'mqtt';
    device: string;
    reason: string;
    count: number;
  }): void;
};

export type DoorOptions = {
  readonly pool: pg.Pool;
  readonly writer: BatchWriter;
  readonly refused: RefusedCounter;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** How long the first message of a batch waits for others, 5 ms by default. */
  readonly gather_ms?: number;
};

/** What a message holds; of one that is too large nothing is kept but that it is. */
export type Content = Uint8Array | 'too_large';

/** A message of a device that is known by its credential or by the topic that its broker let it write to. */
export type Message = MqttDevice & { readonly payload: Content; readonly arrived: number };

/** The payload of a packet by itself: a view of it would keep all that came with it in memory. */
export function contentOf(payload: string | Uint8Array): Content {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD) return 'too_large';
  return typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload);
}

export function bytesOf(payload: Content): number {
  return payload === 'too_large' ? 0 : payload.byteLength;
}

/**
 * What became of a message: `stored` as far as its readings could be, the rest counted as refused; or `unknown`: the
 * device has no credential that holds, or its company is closed.
 */
export type Outcome = 'stored' | 'unknown';
