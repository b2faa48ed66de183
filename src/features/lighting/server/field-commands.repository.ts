import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';

/** A command that is to be executed. */
export type FieldCommand = {
  readonly id: number;
  readonly box_id: number;
  readonly lines: number[];
  readonly turn_on: boolean;
  readonly origin: 'person' | 'schedule' | 'return';
  readonly override: boolean;
  /** Lines of it that are out of use by now. */
  readonly unused: number[];
};

export type CommandEnd = {
  readonly id: number;
  readonly state: 'confirmed' | 'failed' | 'unknown' | 'superseded';
  readonly fault: string;
  /** By line. */
  readonly results: Readonly<Record<string, string>>;
};

/** Taken anew from whoever has not begun for so long. */
const FORSAKEN = `interval '15 seconds'`;

const COMMAND = `c.id, c.box_id, c.lines, c.turn_on, c.origin, c.override_until is not null as override`;

/** Ends what is past its time, also where nobody is there to take it: behind a port that is out of use, or while nothing is polled. */
export async function expireCommands(tx: Tx): Promise<void> {
  const { rowCount } = await tx.query(
    `update lighting_command set state = 'expired', ended_at = now()
     where company_id = $1 and state in ('queued', 'proposed') and expires_at <= now()`,
    [tx.scope.company_id],
    'lighting_expire',
  );
  if (rowCount > 0) await notifyTopics(tx, ['lighting']);
}

/** Takes commands of cabinets behind these ports, what people ask for before what a schedule does and the oldest first; what is past its time is ended. */
export async function claimCommands(
  pool: pg.Pool,
  scope: Scope,
  { port_ids, at_most }: { port_ids: readonly number[]; at_most: number },
): Promise<FieldCommand[]> {
  return inScope(pool, scope, async (tx) => {
    await expireCommands(tx);
    const { rows } = await tx.query<Omit<FieldCommand, 'unused'>>(
      `update lighting_command c set claimed_at = now()
       where c.company_id = $1 and c.id in (
         select q.id from lighting_command q
         join io_controller i on i.company_id = $1 and i.box_id = q.box_id
         join plants.device d on d.company_id = $1 and d.id = i.device_id
         where q.company_id = $1 and q.state = 'queued' and q.expires_at > now()
           and (q.claimed_at is null or q.claimed_at < now() - ${FORSAKEN}) and d.port_id = any($2::bigint[])
         order by q.origin <> 'person', q.id limit $3 for update of q skip locked)
       returning ${COMMAND}`,
      [scope.company_id, port_ids, at_most],
      'lighting_claim',
    );
    const unused = await listUnused(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...row, unused: unused.get(row.id) ?? [] })).sort((a, b) => a.id - b.id);
  });
}

/** Of these commands the lines that somebody put out of use since they were asked for. */
async function listUnused(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; lines: number[] }>(
    `select c.id, array_agg(n.line order by n.line) as lines
     from lighting_command c cross join lateral unnest(c.lines) n (line)
     left join power_line l on l.company_id = $1 and l.box_id = c.box_id and l.line = n.line and l.enabled
     where c.company_id = $1 and c.id = any($2::bigint[]) and l.id is null
     group by c.id`,
    [tx.scope.company_id, ids],
    'lighting_unused',
  );
  return new Map(rows.map(({ id, lines }) => [id, lines]));
}

/**
 * Marks commands as sent, before anything is sent: whoever dies then leaves them to be read back, and nobody sends them again.
 * What is asked for is the lines' target from now on.
 * @returns those that may be sent: still queued, and in time
 */
export async function markSent(pool: pg.Pool, scope: Scope, ids: readonly number[]): Promise<number[]> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `update lighting_command set state = 'sent', sent_at = clock_timestamp()
       where company_id = $1 and id = any($2::bigint[]) and state = 'queued' and expires_at > now() returning id`,
      [scope.company_id, ids],
      'lighting_mark_sent',
    );
    const sent = rows.map(({ id }) => id);
    await tx.query(
      `update power_line l set target = c.turn_on, target_at = c.sent_at
       from lighting_command c
       where l.company_id = $1 and c.company_id = $1 and c.id = any($2::bigint[]) and l.box_id = c.box_id
         and l.line = any(c.lines)`,
      [scope.company_id, sent],
      'lighting_target',
    );
    if (sent.length > 0) await notifyTopics(tx, ['lighting']);
    return sent;
  });
}

/** What is known not to have gone out is queued again, to be tried until its time is over. @param claimed_at null: anybody may take them at once */
export async function requeue(
  pool: pg.Pool,
  scope: Scope,
  { ids, claimed_at }: { ids: readonly number[]; claimed_at: Date | null },
): Promise<void> {
  await inScope(pool, scope, (tx) =>
    tx.query(
      `update lighting_command set state = 'queued', sent_at = null, claimed_at = $3
       where company_id = $1 and id = any($2::bigint[]) and state in ('queued', 'sent')`,
      [scope.company_id, ids, claimed_at],
      'lighting_requeue',
    ),
  );
}

/** Ends commands, or says that nobody knows what came of them. */
export async function endCommands(
  pool: pg.Pool,
  scope: Scope,
  { ends, now }: { ends: readonly CommandEnd[]; now: Date },
): Promise<void> {
  await inScope(pool, scope, (tx) => endCommandsIn(tx, ends, now));
}

async function endCommandsIn(tx: Tx, ends: readonly CommandEnd[], now: Date): Promise<void> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ box_id: number; override: boolean }>(
    `update lighting_command c set state = x.state, fault = x.fault, results = x.results,
            confirmed_at = case when x.state = 'confirmed' then $3::timestamptz end,
            ended_at = case when x.state <> 'unknown' then $3::timestamptz end
     from jsonb_to_recordset($2::jsonb) as x(id bigint, state text, fault text, results jsonb)
     where c.company_id = $1 and c.id = x.id and c.state in ('queued', 'sent', 'unknown')
     returning c.box_id, c.override_until is not null as override`,
    [company_id, JSON.stringify(ends), now],
    'lighting_end',
  );
  // The controller's own times must know of it.
  const overridden = rows.flatMap(({ box_id, override }) => (override ? [box_id] : []));
  if (overridden.length > 0)
    await tx.query(
      `update box_timetable set state = 'pending', next_try_at = now()
       where company_id = $1 and box_id = any($2::bigint[])`,
      [company_id, overridden],
      'lighting_table_anew',
    );
  await notifyTopics(tx, ['lighting']);
}

/**
 * What was sent by somebody who has gone since is unknown now.
 * @param held commands that are in hand here
 */
export async function forsakeSent(
  pool: pg.Pool,
  scope: Scope,
  { port_ids, held, older_s }: { port_ids: readonly number[]; held: readonly number[]; older_s: number },
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    const { rowCount } = await tx.query(
      `update lighting_command c set state = 'unknown', fault = 'silent'
       where c.company_id = $1 and c.state = 'sent' and c.sent_at < now() - make_interval(secs => $4)
         and c.id <> all($3::bigint[]) and c.box_id in (
           select i.box_id from io_controller i
           join plants.device d on d.company_id = $1 and d.id = i.device_id
           where i.company_id = $1 and d.port_id = any($2::bigint[]))`,
      [scope.company_id, port_ids, held, older_s],
      'lighting_forsake',
    );
    if (rowCount > 0) await notifyTopics(tx, ['lighting']);
  });
}

/** A command of which nobody knows what came. */
export type UnknownCommand = {
  readonly id: number;
  readonly box_id: number;
  readonly lines: number[];
  readonly turn_on: boolean;
  readonly sent_ms: number;
  /** Was anything sent to one of its lines since? */
  readonly overtaken: boolean;
};

/** The unknown ones of these cabinets, or of all (null). */
export async function listUnknown(
  pool: pg.Pool,
  scope: Scope,
  box_ids: readonly number[] | null,
): Promise<UnknownCommand[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<UnknownCommand>(
        `select c.id, c.box_id, c.lines, c.turn_on, extract(epoch from c.sent_at)::float8 * 1000 as sent_ms,
                exists (select from lighting_command o
                        where o.company_id = $1 and o.box_id = c.box_id and o.id > c.id and o.sent_at is not null
                          and o.state <> 'unknown' and o.lines && c.lines) as overtaken
         from lighting_command c
         where c.company_id = $1 and c.state = 'unknown' and ($2::bigint[] is null or c.box_id = any($2::bigint[]))
         order by c.id`,
        [scope.company_id, box_ids],
        'lighting_unknown',
      );
      return rows;
    },
    'read only',
  );
}
