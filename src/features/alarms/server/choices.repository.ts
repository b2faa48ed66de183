import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../alarms.model.ts';

export interface ChoiceRow {
  enabled: boolean;
  plant_ids: number[];
  codes: AlarmCode[];
  types: ('E' | 'W')[];
  at_once: boolean;
  recovery: boolean;
  quiet_from: number | null;
  quiet_to: number | null;
  errors_break_quiet: boolean;
  digest_at: number | null;
  /** YYYY-MM-DD. */
  digest_on: string | null;
  /** Until when the last digest told. */
  digest_told_at: Date | null;
  tested_at: Date | null;
  time_zone: string;
  version: number;
}

/** SQL: the columns of a choice `c`, as ChoiceRow has them. */
export const CHOICE = `c.enabled, c.plant_ids, c.codes, c.types, c.at_once, c.recovery, c.quiet_from, c.quiet_to,
  c.errors_break_quiet, c.digest_at, c.digest_on, c.digest_told_at, c.tested_at, c.time_zone, c.version`;

/** What a person chose; undefined where they never did. */
export async function findChoice(tx: Tx, user_id: number): Promise<ChoiceRow | undefined> {
  const { rows } = await tx.query<ChoiceRow>(
    `select ${CHOICE} from alarm_choice c where c.company_id = $1 and c.user_id = $2`,
    [tx.scope.company_id, user_id],
  );
  return rows[0];
}

/** Writes a choice; false when it is another version by now. */
export async function saveChoice(
  tx: Tx,
  user_id: number,
  choice: Omit<ChoiceRow, 'version' | 'tested_at' | 'digest_told_at'>,
  version: number | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into alarm_choice as c (company_id, user_id, enabled, plant_ids, codes, types, at_once, recovery, quiet_from, quiet_to,
       errors_break_quiet, digest_at, digest_on, time_zone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (company_id, user_id) do update set
       enabled = excluded.enabled, plant_ids = excluded.plant_ids, codes = excluded.codes, types = excluded.types,
       at_once = excluded.at_once, recovery = excluded.recovery, quiet_from = excluded.quiet_from,
       quiet_to = excluded.quiet_to, errors_break_quiet = excluded.errors_break_quiet, digest_at = excluded.digest_at,
       digest_on = excluded.digest_on,
       -- Whoever had none for a while wishes to hear of today, not of all that time.
       digest_told_at = case when c.enabled and c.digest_at is not null and excluded.digest_at is not null then c.digest_told_at end,
       time_zone = excluded.time_zone, version = c.version + 1
     where $15::int is null or c.version = $15`,
    [
      tx.scope.company_id,
      user_id,
      choice.enabled,
      choice.plant_ids,
      choice.codes,
      choice.types,
      choice.at_once,
      choice.recovery,
      choice.quiet_from,
      choice.quiet_to,
      choice.errors_break_quiet,
      choice.digest_at,
      choice.digest_on,
      choice.time_zone,
      version ?? null,
    ],
  );
  return rowCount > 0;
}

/** Switches all mail of a person off or on; what they chose stays. */
export async function switchMail(tx: Tx, user_id: number, enabled: boolean): Promise<void> {
  await tx.query(
    `update alarm_choice set enabled = $3, digest_told_at = null, version = version + 1
     where company_id = $1 and user_id = $2 and enabled <> $3`,
    [tx.scope.company_id, user_id, enabled],
  );
}

/**
 * Takes the turn of a test mail; false when the last one was less than a minute ago. Who never chose has still chosen
 * nothing after it: their row stays at version 0, which is what the form was offered.
 */
export async function takeTestTurn(tx: Tx, user_id: number, time_zone: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into alarm_choice as c (company_id, user_id, tested_at, time_zone, version) values ($1, $2, now(), $3, 0)
     on conflict (company_id, user_id) do update set tested_at = now()
     where c.tested_at is null or c.tested_at < now() - interval '1 minute'`,
    [tx.scope.company_id, user_id, time_zone],
  );
  return rowCount > 0;
}

export interface PlantName {
  id: number;
  proj_code: string;
}

/** The plants of these ids that the filter lets through, by code. */
export async function listPlantCodes(
  tx: Tx,
  ids: readonly number[],
  visible: readonly number[] | null,
): Promise<PlantName[]> {
  const { rows } = await tx.query<PlantName>(
    `select id, proj_code from plant
     where company_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or id = any($3)) order by proj_code`,
    [tx.scope.company_id, ids, visible],
  );
  return rows;
}

/** The plants of these codes that the filter lets through. */
export async function findPlantsByCode(
  tx: Tx,
  codes: readonly string[],
  visible: readonly number[] | null,
): Promise<PlantName[]> {
  const { rows } = await tx.query<PlantName>(
    `select id, proj_code from plant
     where company_id = $1 and proj_code = any($2::text[]) and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, codes, visible],
  );
  return rows;
}

/** The company's name, and the zone that most of its plants stand in. */
export async function findCompanyWords(tx: Tx): Promise<{ name: string; time_zone: string }> {
  const { rows } = await tx.query<{ name: string; time_zone: string }>(
    `select c.name, coalesce((select p.time_zone from plant p where p.company_id = c.id_client
                              group by p.time_zone order by count(*) desc, p.time_zone limit 1), 'Europe/Rome') as time_zone
     from company c where c.id_client = $1`,
    [tx.scope.company_id],
  );
  return rows[0] ?? { name: '', time_zone: 'Europe/Rome' };
}
