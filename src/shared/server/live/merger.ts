import type { LiveNotice } from './notice.ts';

/** What a notice names: plants, or topics; undefined for the whole company. */
const namesOf = (notice: LiveNotice): readonly string[] | undefined =>
  notice.kind === 'topics' ? notice.topics : notice.codes;

const QUIET_MS = 1000;

/** Codes, or topics, of notices that were merged; null when one of them concerned the whole company. */
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
    const names = namesOf(notice);
    if (!kept) {
      this.#keep(key, notice);
      this.#pass(notice.company_id, notice.kind, names ? new Set(names) : null);
      return;
    }
    kept.due = true;
    if (names === undefined) kept.whole = true;
    for (const name of names ?? []) kept.codes.add(name);
  }

  close(): void {
    for (const { timer } of this.#kept.values()) clearTimeout(timer);
    this.#kept.clear();
  }

  #keep(key: string, { company_id, kind }: Pick<LiveNotice, 'company_id' | 'kind'>): void {
    const timer = setTimeout(() => {
      const kept = this.#kept.get(key);
      this.#kept.delete(key);
      if (!kept?.due) return;
      this.#keep(key, { company_id, kind });
      this.#pass(company_id, kind, kept.whole ? null : kept.codes);
    }, QUIET_MS);
    timer.unref();
    this.#kept.set(key, { timer, due: false, codes: new Set(), whole: false });
  }
}
