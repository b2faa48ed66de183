import type { Tx } from '../tenancy.ts';

export type Channel = 'mail' | 'sms';

interface OfDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly channel: Channel;
}

/** All of a company's to addresses that are no accounts of it. */
const ALL = Buffer.alloc(0);

/** What a company has sent on a day, in all and to one address. Whoever asks for the same company waits until this transaction ends. */
export async function holdCounts(
  tx: Tx,
  { day, channel }: OfDay,
  address: Buffer,
): Promise<{ all: number; to_address: number }> {
  const { rows: held } = await tx.query<{ count: number }>(
    `insert into messages_of_day as m (company_id, day, channel, address, count) values ($1, $2, $3, $4, 0)
     on conflict (company_id, day, channel, address) do update set count = m.count returning count`,
    [tx.scope.company_id, day, channel, ALL],
  );
  const { rows } = await tx.query<{ count: number }>(
    'select count from messages_of_day where company_id = $1 and day = $2 and channel = $3 and address = $4',
    [tx.scope.company_id, day, channel, address],
  );
  return { all: held[0]?.count ?? 0, to_address: rows[0]?.count ?? 0 };
}

/** Counts one more to an address; `outside`: also among all of the company's. */
export async function countOne(
  tx: Tx,
  { day, channel }: OfDay,
  { address, outside }: { address: Buffer; outside: boolean },
): Promise<void> {
  for (const counted of outside ? [ALL, address] : [address])
    await tx.query(
      `insert into messages_of_day as m (company_id, day, channel, address, count) values ($1, $2, $3, $4, 1)
       on conflict (company_id, day, channel, address) do update set count = m.count + 1`,
      [tx.scope.company_id, day, channel, counted],
    );
}

/** Counts of days that are over. */
export async function removeOldCounts(tx: Tx): Promise<void> {
  await tx.query('delete from messages_of_day where company_id = $1 and day < current_date - 1', [
    tx.scope.company_id,
  ]);
}
