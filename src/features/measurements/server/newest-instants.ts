import type { ReadingRow } from '../readings.model.ts';

/**
 * The newest instant of each device that this process has stored. A delivery that is all newer repeats nothing of what
 * came this way; only another process may have stored the same, which the table's key tells.
 */
export class NewestInstants {
  readonly #companies = new Map<number, Map<number, number>>();

  /** Whether each row is newer than all that was stored of its device here; no where nothing was. */
  precede(company_id: number, rows: readonly ReadingRow[]): boolean {
    const newest = this.#companies.get(company_id);
    return rows.every(({ device_id, ts }) => ts > (newest?.get(device_id) ?? Number.POSITIVE_INFINITY));
  }

  /** Keeps what was stored. */
  keep(company_id: number, rows: readonly ReadingRow[]): void {
    const newest = this.#companies.get(company_id) ?? new Map<number, number>();
    this.#companies.set(company_id, newest);
    for (const { device_id, ts } of rows)
      if (ts > (newest.get(device_id) ?? Number.NEGATIVE_INFINITY)) newest.set(device_id, ts);
  }

  forget(): void {
    this.#companies.clear();
  }
}
