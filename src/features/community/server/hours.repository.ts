import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** Measured hours of a POD in a month. */
export interface PodMonth {
  readonly pod: string;
  readonly direction: 'withdrawn' | 'injected';
  /** YYYY-MM. */
  readonly month: string;
  readonly hours: readonly number[];
}

/** The same as it is stored: as files told it, and as it was read; null: neither. */
export interface StoredMonth extends Omit<PodMonth, 'hours'> {
  readonly hours: readonly number[] | null;
  readonly readings: readonly number[] | null;
}

/** What is measured of a community between two months, both included; `pods`: of these alone. */
export async function listHours(
  tx: Tx,
  community_id: number,
  { from, to, pods }: { from: string; to: string; pods?: readonly string[] },
): Promise<StoredMonth[]> {
  const { rows } = await tx.query<StoredMonth>(
    `select pod, direction, to_char(month, 'YYYY-MM') as month, hours, readings from community_hours
     where company_id = $1 and community_id = $2 and month between $3::date and $4::date
       and ($5::text[] is null or pod = any($5)) order by pod, direction, month`,
    [tx.scope.company_id, community_id, `${from}-01`, `${to}-01`, pods ?? null],
  );
  return rows;
}

/** One import of a community after the other: hours are laid over those that are stored. */
export async function lockHours(tx: Tx, community_id: number): Promise<void> {
  await tx.query('select id from community where company_id = $1 and id = $2 for update', [
    tx.scope.company_id,
    community_id,
  ]);
}

/** Months of PODs in one statement: each has up to 745 values. */
const MONTHS_AT_ONCE = 100;

/** What of a POD's hours is written, and when it came. */
const KINDS = { hours: 'imported_at', readings: 'taken_at' } as const;

/** Stores hours as files told them, or as they were read. */
export async function saveHours(
  tx: Tx,
  community_id: number,
  { months, kind, now }: { months: readonly PodMonth[]; kind: keyof typeof KINDS; now: Date },
): Promise<void> {
  const { company_id } = tx.scope;
  const at = KINDS[kind];
  for (let from = 0; from < months.length; from += MONTHS_AT_ONCE)
    await insertRows(
      tx,
      'community_hours',
      months.slice(from, from + MONTHS_AT_ONCE).map(({ month, hours, ...of }) => ({
        company_id,
        community_id,
        ...of,
        month: `${month}-01`,
        [kind]: hours,
        [at]: now,
      })),
      `on conflict (company_id, community_id, month, pod, direction) do update
         set ${kind} = excluded.${kind}, ${at} = excluded.${at}`,
    );
}

/** Takes away what was read of months of PODs; what files told stays. */
export async function clearReadings(
  tx: Tx,
  community_id: number,
  months: readonly Pick<PodMonth, 'pod' | 'direction' | 'month'>[],
): Promise<void> {
  if (months.length === 0) return;
  const values = [
    tx.scope.company_id,
    community_id,
    months.map(({ pod }) => pod),
    months.map(({ direction }) => direction),
    months.map(({ month }) => `${month}-01`),
  ];
  const these = `h.company_id = $1 and h.community_id = $2
    and (h.pod, h.direction, h.month) in (select * from unnest($3::text[], $4::text[], $5::date[]))`;
  await tx.query(`delete from community_hours h where ${these} and h.hours is null`, values);
  await tx.query(`update community_hours h set readings = null, taken_at = null where ${these}`, values);
}
