import type pg from 'pg';
import type { Sender } from '../jobs.ts';
import type { Tx } from '../tenancy.ts';

export type SmsState = 'waiting' | 'sent' | 'kept' | 'failed';

export interface SmsRow {
  readonly id: number;
  readonly to_number: string;
  readonly sealed_text: Buffer | null;
  readonly state: SmsState;
  readonly fault: string;
  readonly created_at: Date;
}

interface Runner {
  query<T>(text: string, values?: unknown[]): Promise<{ rows: T[] }>;
}

const SMS = 'id, to_number, sealed_text, state, fault, created_at';

export async function insertSms(tx: Sender, to_number: string): Promise<number> {
  const { rows } = await tx.query('insert into sms_outbox (to_number) values ($1) returning id', [to_number]);
  const [row] = rows as { id: number }[];
  if (!row) throw new Error('the message was not stored');
  return row.id;
}

export async function saveSealed(tx: Sender, id: number, sealed_text: Buffer): Promise<void> {
  await tx.query('update sms_outbox set sealed_text = $2 where id = $1', [id, sealed_text]);
}

/** One message, held by this transaction as `lockMail` holds a mail. */
export async function lockSms(client: pg.PoolClient, id: number): Promise<SmsRow | undefined> {
  const { rows } = await client.query<SmsRow>(`select ${SMS} from sms_outbox where id = $1 for update`, [id]);
  return rows[0];
}

/** What became of a try; what was sent keeps no text: its links are secrets. */
export async function markSms(
  client: pg.PoolClient,
  id: number,
  { state, fault }: { state: SmsState; fault: string },
): Promise<void> {
  await client.query(
    `update sms_outbox set state = $2, fault = $3, attempts = attempts + 1,
       sent_at = case when $2 = 'sent' then now() end, sealed_text = case when $2 = 'sent' then null else sealed_text end
     where id = $1`,
    [id, state, fault],
  );
}

/** What became of messages, by their numbers; what was removed since is not among them. */
export async function smsStates(
  tx: Pick<Tx, 'query'>,
  ids: readonly number[],
): Promise<Map<number, SmsState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; state: SmsState }>(
    'select id, state from sms_outbox where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Messages that still wait, oldest first: a worker that starts asks for them again. */
export async function listWaitingSms(runner: Runner): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>(
    `select id from sms_outbox where state = 'waiting' order by id limit 1000`,
  );
  return rows.map(({ id }) => id);
}

/** Messages that were not sent, newest first. */
export async function listUnsentSms(runner: Runner, limit: number): Promise<SmsRow[]> {
  const { rows } = await runner.query<SmsRow>(
    `select ${SMS} from sms_outbox where state <> 'sent' order by id desc limit $1`,
    [limit],
  );
  return rows;
}

/** They are kept as long as mail is. */
export async function removeOldSms(runner: Runner): Promise<void> {
  await runner.query(
    `delete from sms_outbox
     where created_at < now() - interval '7 days' or (state = 'sent' and sent_at < now() - interval '1 day')`,
  );
}
