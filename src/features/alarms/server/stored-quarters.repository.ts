import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Steps } from '../evaluation/watched.model.ts';

/** What a device made in the quarters of the last hours, by the variable that says so. */
export interface StoredQuarters {
  readonly device_id: number;
  readonly slot: number;
  readonly counter: boolean;
  readonly steps: Steps;
}

/** PostgreSQL's own text of an array, which is quicker to read and to write than arrays of the driver. */
const numbersIn = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : Number(part)));
const textOf = (numbers: readonly (number | null)[]): string =>
  `{${numbers.map((one) => one ?? 'NULL').join(',')}}`;

/** All that is kept of the company: one row for each device. */
export async function listStoredQuarters(tx: Tx): Promise<StoredQuarters[]> {
  const { rows } = await tx.query<{
    device_id: number;
    slot: number;
    counter: boolean;
    end: number;
    means: string;
    covered: string;
  }>(
    `select device_id, slot, counter, (extract(epoch from ended_at) * 1000)::float8 as "end", means::text, covered::text
     from alarm_quarter where company_id = $1`,
    [tx.scope.company_id],
    'quarters_kept',
  );
  return rows.map(({ device_id, slot, counter, end, means, covered }) => ({
    device_id,
    slot,
    counter,
    steps: { end, means: numbersIn(means), covered: numbersIn(covered).map((share) => share ?? 0) },
  }));
}

/** Devices of which something since `from` was declared bad, or good again, after an instant. */
export async function listRemarkedDevices(
  tx: Tx,
  { from, after }: { from: Date; after: Date },
): Promise<number[]> {
  const { rows } = await tx.query<{ device_id: number }>(
    `select distinct device_id from measurements.reading_mark
     where company_id = $1 and end_at > $2 and greatest(created_at, undone_at) > $3`,
    [tx.scope.company_id, from, after],
    'quarters_remarked',
  );
  return rows.map(({ device_id }) => device_id);
}

/** Keeps what was read, in place of what was kept of these devices. */
export async function saveQuarters(tx: Tx, stored: readonly StoredQuarters[]): Promise<void> {
  if (stored.length === 0) return;
  await tx.query(
    `insert into alarm_quarter as q (company_id, device_id, slot, counter, ended_at, means, covered)
     select c.id_client, u.device_id, u.slot, u.counter, u.ended_at, u.means::float8[], u.covered::float8[]
     from companies.company c, unnest($2::bigint[], $3::int[], $4::bool[], $5::timestamptz[], $6::text[], $7::text[])
       u (device_id, slot, counter, ended_at, means, covered)
     where c.id_client = $1
     on conflict (company_id, device_id) do update set slot = excluded.slot, counter = excluded.counter,
       ended_at = excluded.ended_at, means = excluded.means, covered = excluded.covered`,
    [
      tx.scope.company_id,
      stored.map((one) => one.device_id),
      stored.map((one) => one.slot),
      stored.map((one) => one.counter),
      stored.map((one) => new Date(one.steps.end)),
      stored.map((one) => textOf(one.steps.means)),
      stored.map((one) => textOf(one.steps.covered)),
    ],
  );
}
