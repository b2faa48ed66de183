import type { Tx } from '../../../shared/server/tenancy.ts';
import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';

export interface NotificationPreferenceRow {
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
  /** End of the period that the last digest covered. */
  digest_notified_at: Date | null;
  tested_at: Date | null;
  time_zone: string;
  version: number;
}

/** SQL: the columns of a preference `c`, as NotificationPreferenceRow has them. */
export const PREFERENCE = `c.enabled, c.plant_ids, c.codes, c.types, c.at_once, c.recovery, c.quiet_from, c.quiet_to,
  c.errors_break_quiet, c.digest_at, c.digest_on, c.digest_notified_at, c.tested_at, c.time_zone, c.version`;

/** The preference of a person; undefined where they never saved one. */
export async function findPreference(
  tx: Tx,
  user_id: number,
): Promise<NotificationPreferenceRow | undefined> {
  const { rows } = await tx.query<NotificationPreferenceRow>(
    `select ${PREFERENCE} from alarm_notification_preference c where c.company_id = $1 and c.user_id = $2`,
    [tx.scope.company_id, user_id],
  );
  return rows[0];
}

/** Saves a preference; false when it is another version by now. */
export async function savePreference(
  tx: Tx,
  user_id: number,
  preference: Omit<NotificationPreferenceRow, 'version' | 'tested_at' | 'digest_notified_at'>,
  version: number | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into alarm_notification_preference as c (company_id, user_id, enabled, plant_ids, codes, types, at_once, recovery, quiet_from, quiet_to,
       errors_break_quiet, digest_at, digest_on, time_zone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (company_id, user_id) do update set
       enabled = excluded.enabled, plant_ids = excluded.plant_ids, codes = excluded.codes, types = excluded.types,
       at_once = excluded.at_once, recovery = excluded.recovery, quiet_from = excluded.quiet_from,
       quiet_to = excluded.quiet_to, errors_break_quiet = excluded.errors_break_quiet, digest_at = excluded.digest_at,
       digest_on = excluded.digest_on,
       -- Whoever had no digest for a while gets today, not all that time.
       digest_notified_at = case when c.enabled and c.digest_at is not null and excluded.digest_at is not null then c.digest_notified_at end,
       time_zone = excluded.time_zone, version = c.version + 1
     where $15::int is null or c.version = $15`,
    [
      tx.scope.company_id,
      user_id,
      preference.enabled,
      preference.plant_ids,
      preference.codes,
      preference.types,
      preference.at_once,
      preference.recovery,
      preference.quiet_from,
      preference.quiet_to,
      preference.errors_break_quiet,
      preference.digest_at,
      preference.digest_on,
      preference.time_zone,
      version ?? null,
    ],
  );
  return rowCount > 0;
}

/** Switches all mail of a person off or on; the rest of their preference stays. */
export async function setMailEnabled(tx: Tx, user_id: number, enabled: boolean): Promise<void> {
  await tx.query(
    `update alarm_notification_preference set enabled = $3, digest_notified_at = null, version = version + 1
     where company_id = $1 and user_id = $2 and enabled <> $3`,
    [tx.scope.company_id, user_id, enabled],
  );
}

/**
 * Claims a test mail; false when the last one was less than a minute ago. Who never saved a preference still has none
 * after it: their row stays at version 0, which is what the form was offered.
 */
export async function claimTestMail(tx: Tx, user_id: number, time_zone: string): Promise<boolean> {
  const now = new Date();
  const { rowCount } = await tx.query(
    `insert into alarm_notification_preference as c (company_id, user_id, tested_at, time_zone, version) values ($1, $2, $4, $3, 0)
     on conflict (company_id, user_id) do update set tested_at = excluded.tested_at
     where c.tested_at is null or c.tested_at < $5`,
    [tx.scope.company_id, user_id, time_zone, now, new Date(now.getTime() - 60_000)],
  );
  return rowCount > 0;
}

/** The company's name, and the zone that most of its plants stand in. */
export async function findCompanyFacts(tx: Tx): Promise<{ name: string; time_zone: string }> {
  const { rows } = await tx.query<{ name: string; time_zone: string }>(
    `select c.name, coalesce((select p.time_zone from plants.plant p where p.company_id = $1
                              group by p.time_zone order by count(*) desc, p.time_zone limit 1), '${DEFAULT_CLOCK}') as time_zone
     from companies.company c where c.id_client = $1`,
    [tx.scope.company_id],
  );
  return rows[0] ?? { name: '', time_zone: DEFAULT_CLOCK };
}
