import type { Tx } from './tenancy.ts';

/** For so long no older day has changed: a history that is being imported has come to its end, or waits. */
const QUIET = `interval '30 seconds'`;

/** Says that figures of days have changed which were over long ago. // ADR 0077 */
export async function markLateDays(tx: Tx): Promise<void> {
  await tx.query(
    `insert into late_days (company_id, changed_at) values ($1, clock_timestamp())
     on conflict (company_id) do update set changed_at = excluded.changed_at`,
    [tx.scope.company_id],
    'mark_late_days',
  );
}

export interface LateDays {
  /** When they changed last, epoch ms. */
  readonly changed_at: number;
  /** Whether none has for half a minute. */
  readonly quiet: boolean;
}

/** When older days of a company changed last; undefined where none ever did. */
export async function findLateDays(tx: Tx): Promise<LateDays | undefined> {
  const { rows } = await tx.query<{ changed_at: Date; quiet: boolean }>(
    `select l.changed_at, l.changed_at < clock_timestamp() - ${QUIET} as quiet from late_days l where l.company_id = $1`,
    [tx.scope.company_id],
    'find_late_days',
  );
  const [found] = rows;
  return found && { changed_at: found.changed_at.getTime(), quiet: found.quiet };
}
