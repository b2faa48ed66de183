import type { LiveNotice } from './notice.ts';

const QUIET_MS = 1000;

/** Codes of notices that were merged; null when one of them concerned the whole company. */
export type MergedCodes = ReadonlySet<string> | null;

interface Kept {
  timer: NodeJS.Timeout;
  due: boolean;
  codes: Set<string>;
  whole: boolean;
}

/** Passes notices on at once, then at most one of a kind a second for each company, with their codes put together. */
export class NoticeMerger {
  readonly #pass: (company_id: number, kind: LiveNotice['kind'], codes: MergedCodes) => void;
  readonly #kept = new Map<string, Kept>();

  constructor(pass: (company_id: number, kind: LiveNotice['kind'], codes: MergedCodes) => void) {
    this.#pass = pass;
  }

  take(notice: LiveNotice): void {
    const key = `${notice.company_id}/${notice.kind}`;
    const kept = this.#kept.get(key);
    if (!kept) {
      this.#keep(key, notice);
      this.#pass(notice.company_id, notice.kind, notice.codes ? new Set(notice.codes) : null);
      return;
    }
    kept.due = true;
    if (notice.codes === undefined) kept.whole = true;
    for (const code of notice.codes ?? []) kept.codes.add(code);
  }

  close(): void {
    for (const { timer } of this.#kept.values()) clearTimeout(timer);
    this.#kept.clear();
  }

  #keep(key: string, { company_id, kind }: LiveNotice): void {
    const timer = setTimeout(() => {
      const kept = this.#kept.get(key);
      this.#kept.delete(key);
      if (!kept?.due) return;
      this.#keep(key, { company_id, kind, codes: [] });
      this.#pass(company_id, kind, kept.whole ? null : kept.codes);
    }, QUIET_MS);
    timer.unref();
    this.#kept.set(key, { timer, due: false, codes: new Set(), whole: false });
  }
}
