import type { GoodReadings } from '../measurements/columns.model.ts';

const FIRST_SIZE = 64;

/** Good readings in columns that grow at the end and are dropped at the head. */
export class ReadingTail {
  #ts = new Float64Array(FIRST_SIZE);
  #values = new Float64Array(FIRST_SIZE);
  #next = new Float64Array(FIRST_SIZE);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** They stand on the tail's own memory and hold until it changes. */
  get columns(): GoodReadings {
    const until = this.#count;
    return {
      ts: this.#ts.subarray(0, until),
      values: this.#values.subarray(0, until),
      next: this.#next.subarray(0, until),
    };
  }

  push(ts: number, value: number): void {
    if (this.#count === this.#ts.length) this.#resize(this.#count * 2);
    this.#ts[this.#count] = ts;
    this.#values[this.#count] = value;
    this.#next[this.#count] = Number.NaN;
    this.#count += 1;
  }

  /** The slot spoke again at `ts` (epoch ms), good or not: so long the newest reading stood. */
  closeNewest(ts: number): void {
    const newest = this.#count - 1;
    if (Number.isNaN(this.#next[newest])) this.#next[newest] = ts;
  }

  /** Forgets the oldest `count`. */
  drop(count: number): void {
    if (count === 0) return;
    for (const column of [this.#ts, this.#values, this.#next]) column.copyWithin(0, count, this.#count);
    this.#count -= count;
    if (this.#ts.length > FIRST_SIZE && this.#count <= FIRST_SIZE / 2) this.#resize(FIRST_SIZE);
  }

  #resize(size: number): void {
    const resized = (column: Float64Array) => {
      const other = new Float64Array(size);
      other.set(column.subarray(0, this.#count));
      return other;
    };
    this.#ts = resized(this.#ts);
    this.#values = resized(this.#values);
    this.#next = resized(this.#next);
  }
}
