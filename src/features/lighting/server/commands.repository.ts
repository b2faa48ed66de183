import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CommandState } from '../lighting.model.ts';
import { standingWords, WANTED, wordHolds } from './held-lines.ts';

export interface CommandRow {
  id: number;
  box_id: number;
  serial: string;
  lines: number[];
  on: boolean;
  key: string;
  origin: 'person' | 'schedule' | 'return';
  user_id: number | null;
  reason: string;
  state: CommandState;
  fault: string;
  results: Record<string, string>;
  override_until: Date | null;
  expires_at: Date;
  created_at: Date;
  decided_by: number | null;
  sent_at: Date | null;
  confirmed_at: Date | null;
  ended_at: Date | null;
  asked_digest: Buffer | null;
}

const COMMAND = `k.id, k.box_id, b.serial, k.lines, k.turn_on as on, k.key, k.origin, k.user_id, k.reason, k.state, k.fault,
  k.results, k.override_until, k.expires_at, k.created_at, k.decided_by, k.sent_at, k.confirmed_at, k.ended_at, k.asked_digest`;
/** Commands that one request asked for have one key up to the place of each in it. */
const BATCH = `split_part(k.key, '/', 1)`;
const FROM = `lighting_command k join lighting_box b on b.company_id = $1 and b.id = k.box_id`;

/** Commands by their keys. */
export async function listByKeys(tx: Tx, keys: readonly string[]): Promise<CommandRow[]> {
  const { rows } = await tx.query<CommandRow>(
    `select ${COMMAND} from ${FROM} where k.company_id = $1 and k.key = any($2::text[]) order by k.id`,
    [tx.scope.company_id, keys],
  );
  return rows;
}

export async function findCommand(tx: Tx, id: number): Promise<CommandRow | undefined> {
  const { rows } = await tx.query<CommandRow>(
    `select ${COMMAND} from ${FROM} where k.company_id = $1 and k.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Newest first, of a box or of all; `open`: only those of which something may still come, or only the others. */
export async function pageOfCommands(
  tx: Tx,
  of: { readonly box_id: number | null; readonly open: boolean | null; readonly state: CommandState | null },
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: CommandRow[]; count: number }> {
  const { rows } = await tx.query<CommandRow & { count: number }>(
    `select ${COMMAND}, (count(*) over ())::int as count from ${FROM}
     where k.company_id = $1 and ($2::bigint is null or k.box_id = $2)
       and ($3::boolean is null or (k.state in ('proposed', 'queued', 'sent', 'unknown')) = $3)
       and ($4::text is null or k.state = $4)
     order by k.id desc limit $5 offset $6`,
    [tx.scope.company_id, of.box_id, of.open, of.state, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

export interface NewCommand {
  readonly box_id: number;
  readonly lines: number[];
  readonly turn_on: boolean;
  readonly key: string;
  readonly origin: CommandRow['origin'];
  readonly user_id: number | null;
  readonly reason: string;
  /** `failed`: nothing is sent, and why. */
  readonly state: 'queued' | 'proposed' | 'failed';
  readonly fault?: string;
  readonly ended_at?: Date;
  readonly override_until: Date | null;
  readonly expires_at: Date;
  readonly created_at: Date;
  /** Of the whole request; where a person asks. */
  readonly asked_digest?: Buffer;
}

/** Rows of one statement: it takes 65,535 values at most. */
const AT_ONCE = 2000;

/** Records commands; one whose key stands already is left as it is. Answers the keys of those that are new. */
export async function insertCommands(tx: Tx, commands: readonly NewCommand[]): Promise<string[]> {
  const { company_id } = tx.scope;
  const made: string[] = [];
  for (let from = 0; from < commands.length; from += AT_ONCE) {
    const rows = commands.slice(from, from + AT_ONCE).map((one) => ({ company_id, ...one }));
    const keys = await insertRows<{ key: string }>(
      tx,
      'lighting_command',
      rows,
      'on conflict (company_id, key) do nothing returning key',
    );
    made.push(...keys.map(({ key }) => key));
  }
  return made;
}

/** What waits on the same lines and was not sent yet is sent no more: a newer word stands. */
export async function supersede(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update lighting_command o set state = 'superseded', ended_at = $3
     from lighting_command n
     where n.company_id = $1 and n.key = any($2::text[]) and n.state = 'queued' and o.company_id = $1
       and o.box_id = n.box_id and o.id < n.id and o.lines && n.lines and o.state in ('proposed', 'queued')`,
    [tx.scope.company_id, keys, now],
  );
}

/** Of the commands that were asked for together with that of a key those that wait for a second person; they go on waiting until the transaction ends. */
export async function holdWaitingWith(tx: Tx, key: string, now: Date): Promise<CommandRow[]> {
  const { rows } = await tx.query<CommandRow>(
    `select ${COMMAND} from ${FROM}
     where k.company_id = $1 and k.state = 'proposed' and least(k.expires_at, k.override_until) > $3
       and ${BATCH} = split_part($2, '/', 1) order by k.id for update of k`,
    [tx.scope.company_id, key, now],
  );
  return rows;
}

export interface BatchRow {
  /** Of the first command of the request, whatever became of it: it stays while others are decided. */
  id: number;
  commands: number;
  boxes: number;
  lines: number;
  /** Null: some on, some off. */
  on: boolean | null;
  user_id: number | null;
  reason: string;
  created_at: Date;
  expires_at: Date;
  serials: string[];
}

/** What waits for a second person by what was asked for together, the newest first; the first boxes of each are named. */
export async function listBatches(tx: Tx, now: Date): Promise<BatchRow[]> {
  const { rows } = await tx.query<BatchRow>(
    `select coalesce(min(f.id), min(k.id)) as id, count(*)::int as commands, count(distinct k.box_id)::int as boxes, sum(cardinality(k.lines))::int as lines,
       case when bool_and(k.turn_on) = bool_or(k.turn_on) then bool_and(k.turn_on) end as on, min(k.user_id) as user_id,
       min(k.reason) as reason, min(k.created_at) as created_at, min(k.expires_at) as expires_at,
       (array_agg(distinct b.serial))[1:12] as serials
     from ${FROM} left join lighting_command f on f.company_id = $1 and f.key = ${BATCH} || '/0'
     where k.company_id = $1 and k.state = 'proposed' and least(k.expires_at, k.override_until) > $2
     group by ${BATCH} order by min(k.id) desc limit 200`,
    [tx.scope.company_id, now],
  );
  return rows;
}

/** The second person's word on commands; answers which of them still waited for it. */
export async function decideCommands(
  tx: Tx,
  {
    ids,
    accept,
    expires_at,
    now,
  }: {
    readonly ids: readonly number[];
    readonly accept: boolean;
    readonly expires_at: Date;
    readonly now: Date;
  },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `update lighting_command set state = case when $3 then 'queued' else 'declined' end, decided_by = $4, decided_at = $5,
       ended_at = case when $3 then null else $5::timestamptz end,
       expires_at = case when $3 then least($6::timestamptz, override_until) else expires_at end
     where company_id = $1 and id = any($2::bigint[]) and state = 'proposed' and least(expires_at, override_until) > $5
     returning id`,
    [tx.scope.company_id, ids, accept, tx.scope.user_id, now, expires_at],
  );
  return rows.map(({ id }) => id);
}

/** Until when a person's word stands on lines of boxes: on each line the newest. */
export async function listOverrides(
  tx: Tx,
  box_ids: readonly number[] | null,
  now: Date,
): Promise<{ box_id: number; lines: number[]; override_until: Date }[]> {
  const { rows } = await tx.query<{ box_id: number; lines: number[]; override_until: Date }>(
    `select w.box_id, w.lines, w.override_until
     from ${standingWords('$3::timestamptz', `($2::bigint[] is null or k.box_id = any($2)) and ${wordHolds('k', WANTED)}`)} w
     order by w.id desc`,
    [tx.scope.company_id, box_ids, now],
  );
  return rows.map(({ override_until, ...row }) => ({ ...row, override_until: override_until ?? now }));
}

export interface Caution {
  many_boxes: number | null;
  dark_at_night: boolean;
}

/** When a second person's word is needed: never, unless somebody said so. */
export async function readCaution(tx: Tx): Promise<Caution> {
  const { rows } = await tx.query<Caution>(
    'select many_boxes, dark_at_night from lighting_caution where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0] ?? { many_boxes: null, dark_at_night: false };
}

/** Wakes whoever executes commands, once this commits. */
export async function wakeExecutor(tx: Tx): Promise<void> {
  await tx.query("select pg_notify('lighting', $1)", [String(tx.scope.company_id)]);
}
