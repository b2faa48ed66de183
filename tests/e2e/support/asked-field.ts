import type { Page, Route } from 'playwright-core';

export interface AskedImage {
  /** Address of the first register. */
  readonly start: number;
  readonly words: ArrayLike<number>;
}

interface Query {
  readonly unit_id: number;
  readonly function_code: number;
  readonly address: number;
  readonly count: number;
}

type Came = { words?: number[]; bits?: boolean[]; exception?: number };

/** What a task of a read looks like once it has ended. */
export function endedRead(
  unit_id: number,
  came: Came | null,
  reason: Record<string, string | number> | null = null,
) {
  const read = came && { words: null, bits: null, exception: null, latency_ms: 12.4, ...came };
  const task = { position: 0, kind: 'read', unit_id, state: 'ended', asked_at: '2026-06-01T10:00:00Z' };
  return {
    id: '00000000-0000-4000-8000-000000000000',
    ended: true,
    tasks: [{ ...task, reason, read, found: null, test: null }],
  };
}

/** Answers reads in the page as a device with these registers would: whole blocks, else exception 2. */
export function answerReads(page: Page, { start, words }: AskedImage): Promise<unknown> {
  return page.route('**/cloudcontrol/v1/field-questions/**', (route: Route) => {
    const { unit_id, function_code, address, count } = route.request().postDataJSON() as Query;
    const from = address - start;
    const inside = function_code >= 3 && from >= 0 && from + count <= words.length;
    const came = inside ? { words: Array.from(words).slice(from, from + count) } : { exception: 2 };
    return route.fulfill({ status: 201, json: endedRead(unit_id, came) });
  });
}
