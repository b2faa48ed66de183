import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MemberMailing } from '../member-statements.contract.ts';

type Way = Exclude<MemberMailing['state'], 'no_address' | 'not_sent' | 'put_off'>;

export interface MailingRow {
  id: number;
  member_id: number;
  to_name: string;
  to_address: string;
  language: 'it' | 'en';
  days: number;
  outbox_id: number | null;
  state: Way;
  asked_at: Date;
  /** As many mails were sent before as a day may have: its own is made then. */
  put_off_until: Date | null;
}

const COLUMNS =
  'id, member_id, to_name, to_address, language, days, outbox_id, state, asked_at, put_off_until';

export async function listMailings(tx: Tx, statement_id: number): Promise<MailingRow[]> {
  const { rows } = await tx.query<MailingRow>(
    `select ${COLUMNS} from community_mailing where company_id = $1 and statement_id = $2 order by id`,
    [tx.scope.company_id, statement_id],
  );
  return rows;
}

/** Until when links open mailings of a statement, by the mailing; of those whose links are over or withdrawn nothing. */
export async function openMailingLinks(
  tx: Tx,
  statement_id: number,
  now: Date,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await tx.query<{ record_id: number; expires_at: Date }>(
    `select l.record_id, max(l.expires_at) as expires_at from shared.signed_link l
     join community_mailing m on m.company_id = $1 and m.id = l.record_id
     where l.company_id = $1 and l.kind = 'community_mailing' and m.statement_id = $2
       and l.withdrawn_at is null and l.expires_at > $3
     group by l.record_id`,
    [tx.scope.company_id, statement_id, now],
  );
  return new Map(rows.map(({ record_id, expires_at }) => [record_id, expires_at]));
}

export interface NewMailing {
  readonly member_id: number;
  readonly name: string;
  readonly email: string;
}

interface Wanted {
  readonly statement_id: number;
  readonly members: readonly NewMailing[];
  readonly language: 'it' | 'en';
  readonly days: number;
  readonly now: Date;
  /** Also whoever was sent one before; without it whoever asks at the same time as another asks for nothing. */
  readonly again: boolean;
}

const ASKED_AGAIN = `do update
       set to_name = excluded.to_name, to_address = excluded.to_address, language = excluded.language,
           days = excluded.days, asked_at = excluded.asked_at, outbox_id = null, state = 'queued', put_off_until = null`;

/** Asks for mails to members; what waits for its mail already waits once. Answers how many of them are asked for. */
export async function queueMailings(
  tx: Tx,
  { statement_id, members, language, days, now, again }: Wanted,
): Promise<number> {
  const { rows } = await tx.query<{ member_id: number }>(
    `insert into community_mailing (company_id, statement_id, member_id, to_name, to_address, language, days, asked_at)
     select $1::int, $2::bigint, n.member_id, n.to_name, n.to_address, $6, $7::int, $8::timestamptz
     from unnest($3::bigint[], $4::text[], $5::text[]) n (member_id, to_name, to_address)
     on conflict (company_id, statement_id, member_id) ${again ? ASKED_AGAIN : 'do nothing'}
     returning member_id`,
    [
      tx.scope.company_id,
      statement_id,
      members.map(({ member_id }) => member_id),
      members.map(({ name }) => name),
      members.map(({ email }) => email),
      language,
      days,
      now,
    ],
  );
  // Of several machines the count of rows tells those that were asked for.
  return rows.length;
}

/**
 * Some mailings whose mail is not made yet, held until the transaction ends: another worker takes others. What was put off is due by
 * the later clock: the database's started the job, and it starts once.
 */
export async function takeQueued(
  tx: Tx,
  { statement_id, limit, now }: { statement_id: number; limit: number; now: Date },
): Promise<MailingRow[]> {
  const { rows } = await tx.query<MailingRow>(
    `select ${COLUMNS} from community_mailing
     where company_id = $1 and statement_id = $2 and state = 'queued' and (put_off_until is null or put_off_until <= greatest($4::timestamptz, now()))
     order by id limit $3 for update skip locked`,
    [tx.scope.company_id, statement_id, limit, now],
  );
  return rows;
}

/** Lets a mailing wait, or all of a statement whose mail is not made yet (`id` null). */
export async function putOff(
  tx: Tx,
  { statement_id, id, until }: { statement_id: number; id: number | null; until: Date },
): Promise<void> {
  await tx.query(
    `update community_mailing set put_off_until = $4
     where company_id = $1 and statement_id = $2 and state = 'queued' and ($3::bigint is null or id = $3)`,
    [tx.scope.company_id, statement_id, id, until],
  );
}

export async function markMade(tx: Tx, id: number, outbox_id: number): Promise<void> {
  await tx.query(
    `update community_mailing set state = 'waiting', outbox_id = $3 where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, outbox_id],
  );
}

/** Mails of which it is not settled what became of them. */
export async function listUnsettledMailings(tx: Tx): Promise<{ id: number; outbox_id: number }[]> {
  const { rows } = await tx.query<{ id: number; outbox_id: number }>(
    `select id, coalesce(outbox_id, 0) as outbox_id from community_mailing
     where company_id = $1 and state = 'waiting' order by id limit 20000`,
    [tx.scope.company_id],
  );
  return rows;
}

/** Keeps of mails what the outbox said last, before it forgets; of one that is asked for again meanwhile nothing. */
export async function settleMailings(
  tx: Tx,
  settled: readonly { readonly id: number; readonly outbox_id: number; readonly state: Way }[],
): Promise<void> {
  await tx.query(
    `update community_mailing m set state = n.state
     from unnest($2::bigint[], $3::bigint[], $4::text[]) n (id, outbox_id, state)
     where m.company_id = $1 and m.id = n.id and m.outbox_id = n.outbox_id and m.state = 'waiting'`,
    [
      tx.scope.company_id,
      settled.map(({ id }) => id),
      settled.map(({ outbox_id }) => outbox_id),
      settled.map(({ state }) => state),
    ],
  );
}

/** The member and statement that a mailing is about. */
export async function findMailing(
  tx: Tx,
  id: number,
): Promise<{ statement_id: number; member_id: number } | undefined> {
  const { rows } = await tx.query<{ statement_id: number; member_id: number }>(
    'select statement_id, member_id from community_mailing where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Deletes whatever was mailed to these members, of all statements; answers the rows. */
export async function deleteMailings(tx: Tx, members: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    'delete from community_mailing where company_id = $1 and member_id = any($2) returning id',
    [tx.scope.company_id, members],
  );
  return rows.map(({ id }) => id);
}
