import type { Scope } from '../../../../shared/server/tenancy.ts';

/** A company that has homes to read, and since when the first of them is due (epoch ms). */
export interface Waiting {
  readonly scope: Scope;
  readonly due_at: number;
}
/** What came of a company's turn: a home was read, none is due, or nobody is to be asked any more. */
export type Came = 'read' | 'none' | 'paused';

/**
 * Reads one home of each company, then the next of each that has more. Whoever has waited for longest begins: no company waits for
 * ever for others that have many homes.
 */
export async function readByTurns(
  waiting: readonly Waiting[],
  { read, isClosed, most }: { read: (scope: Scope) => Promise<Came>; isClosed: () => boolean; most: number },
): Promise<void> {
  let left = most;
  let turn = [...waiting].sort((a, b) => a.due_at - b.due_at);
  while (turn.length > 0) {
    const more: Waiting[] = [];
    for (const company of turn) {
      if (left === 0 || isClosed()) return;
      const came = await read(company.scope);
      if (came === 'paused') return;
      if (came === 'none') continue;
      more.push(company);
      left -= 1;
    }
    turn = more;
  }
}
