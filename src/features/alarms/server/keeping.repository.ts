import type { Tx } from '../../../shared/server/tenancy.ts';
import type { JudgeState } from '../judge/standing.model.ts';

/**
 * Takes the company for one look: the row is held until the transaction ends, so that of any number of instances one looks
 * at a time. Answers the revision of what the last look left (0 before the first one); undefined where another looks now.
 */
export async function takeKeeping(tx: Tx, now: Date): Promise<number | undefined> {
  const held = await holdKeeping(tx);
  if (held !== undefined) return held;
  // There is none yet, or another holds it: only then does this insert nothing.
  await tx.query(
    'insert into alarm_keeping (company_id, looked_at, revision) values ($1, $2, 0) on conflict do nothing',
    [tx.scope.company_id, now],
    'keeping_begin',
  );
  return holdKeeping(tx);
}

async function holdKeeping(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.query<{ revision: number }>(
    'select revision from alarm_keeping where company_id = $1 for update skip locked',
    [tx.scope.company_id],
    'keeping_take',
  );
  return rows[0]?.revision;
}

/** What the last look left. */
export async function readKeeping(tx: Tx): Promise<JudgeState | null> {
  const { rows } = await tx.query<{
    state: Partial<JudgeState>;
    rhythms: JudgeState['rhythms'];
    looked_at: number;
  }>(
    `select watches as state, rhythms, (extract(epoch from looked_at) * 1000)::float8 as looked_at
     from alarm_keeping where company_id = $1`,
    [tx.scope.company_id],
    'keeping_read',
  );
  const { state, rhythms = {}, looked_at = null } = rows[0] ?? {};
  // What an older program left may lack a part.
  const { listening_from, watches, causes = {}, stood = [], explained = {} } = state ?? {};
  const { outlived = {}, storing } = state ?? {};
  if (listening_from === undefined || watches === undefined) return null;
  const kept = { looked_at, listening_from, watches, causes, stood, explained, rhythms, outlived };
  return storing ? { ...kept, storing } : kept;
}

/** Keeps what this look leaves, as JSON; rhythms only where they changed, with null they stay. Answers its revision. */
export async function saveKeeping(
  tx: Tx,
  { state, rhythms }: { readonly state: string; readonly rhythms: string | null },
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    `update alarm_keeping set watches = $2::jsonb, rhythms = coalesce($4::jsonb, rhythms), looked_at = $3, revision = revision + 1
     where company_id = $1 returning revision`,
    [tx.scope.company_id, state, now, rhythms],
    'keeping_save',
  );
  return rows[0]?.revision ?? 0;
}

/** Forgets what was gathered, for whoever keeps it in memory too. */
export async function forgetKeeping(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_keeping set watches = '{}', rhythms = '{}', revision = revision + 1 where company_id = $1 and watches <> '{}'`,
    [tx.scope.company_id],
    'keeping_forget',
  );
}

/** Keeps which plants a look could not judge. */
export async function saveUnjudged(tx: Tx, plant_ids: readonly number[]): Promise<void> {
  await tx.query(
    'update alarm_keeping set unjudged = $2 where company_id = $1 and unjudged <> $2',
    [tx.scope.company_id, plant_ids],
    'keeping_unjudged',
  );
}

/** How a company's alarms are looked after, for whoever runs the installation. */
export interface KeepingState {
  readonly looked_at: Date | null;
  readonly unjudged: number[];
  /** Events of the last 30 days that no program could be told of, and tellings to a person that failed. */
  readonly set_aside: number;
  readonly untold: number;
  readonly webhooks_failing: number;
}

export async function findKeepingState(tx: Tx, now: Date): Promise<KeepingState | undefined> {
  const { rows } = await tx.query<KeepingState>(
    `select k.looked_at, coalesce(k.unjudged, '{}') as unjudged,
            (select count(*)::int from alarm_event e where e.company_id = c.id_client and e.detail ? 'unsent'
               and e.at > $2::timestamptz - interval '30 days') as set_aside,
            (select count(*)::int from alarm_told t where t.company_id = c.id_client and t.outcome = 'failed'
               and t.ended_at > $2::timestamptz - interval '30 days') as untold,
            (select count(*)::int from webhook w where w.company_id = c.id_client and w.failing_since is not null) as webhooks_failing
     from company c left join alarm_keeping k on k.company_id = c.id_client where c.id_client = $1`,
    [tx.scope.company_id, now],
  );
  return rows[0];
}

/** Keeps that somebody looked, where that changed nothing. */
export async function saveLook(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    'update alarm_keeping set looked_at = $2 where company_id = $1',
    [tx.scope.company_id, now],
    'keeping_look',
  );
}
