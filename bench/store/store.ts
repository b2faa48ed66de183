import type { Piece } from './field.ts';
import type { Chunk } from './generator.ts';
import type { Question } from './questions.ts';

/** Readings made ready for one store, so that making them ready is not counted; `write` is what is timed. */
export interface Delivery {
  readonly readings: number;
  /** When it has returned the store has acknowledged them. */
  write(): Promise<void>;
}

/** A store under measurement. */
export interface Store {
  readonly name: string;
  /** Version, how it was set up, and what its acknowledgement means. */
  readonly about: string;
  /** Readings in bulk, by the store's quickest documented way. */
  bulk(pieces: readonly Piece[]): Promise<Delivery>;
  /** One delivery, committed by itself. */
  commit(pieces: readonly Piece[]): Promise<Delivery>;
  /** Work that follows a chunk (days made and packed), for stores that do not do it by themselves. */
  tend?(chunk: Chunk): Promise<void>;
  /** Brings everything that was loaded into its lasting form and waits until that is done. */
  settle(): Promise<void>;
  /** On disk, indexes included. */
  bytes(): Promise<number>;
  /** Readings that are stored. */
  count(): Promise<number>;
  ask(question: Question): Promise<Float64Array>;
  /** Holds the store still while another is measured. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}
