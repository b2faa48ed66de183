const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 5 * 60_000;

interface Due {
  readonly from_ms: number;
  readonly failures: number;
}

/** Companies of which something is to be done; those of which it failed come again, later each time. */
export class DueCompanies {
  readonly #due = new Map<number, Due>();
  /** Those underway, with how often they failed before. */
  readonly #underway = new Map<number, number>();

  add(company_id: number): void {
    if (!this.#due.has(company_id)) this.#due.set(company_id, { from_ms: 0, failures: 0 });
  }

  /** Takes those whose time has come, the longest known first. */
  take(now_ms: number): number[] {
    const taken = [...this.#due].filter(([, { from_ms }]) => from_ms <= now_ms);
    for (const [company_id, { failures }] of taken) {
      this.#due.delete(company_id);
      this.#underway.set(company_id, failures);
    }
    return taken.map(([company_id]) => company_id);
  }

  done(company_id: number): void {
    this.#underway.delete(company_id);
  }

  /** Puts one back that was taken: what was to be done of it still is. */
  failed(company_id: number, now_ms: number): void {
    const failures = (this.#underway.get(company_id) ?? 0) + 1;
    this.#underway.delete(company_id);
    const wait_ms = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    this.#due.set(company_id, { from_ms: now_ms + wait_ms, failures });
  }
}
