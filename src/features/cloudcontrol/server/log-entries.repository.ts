/**
 * What devices tell of themselves, as entries of a plant's log: SQL with the columns `id`, `kind`, `at`, `plant_id`,
 * `device_id` and `actor_id`; $1 is the company, `within` a condition on an instant that is given as SQL. The single requests of a device
 * that is looked at closely stand in its own log only.
 */
export const deviceEntriesSql = (within: (at: string) => string): string =>
  `select x.id, x.kind, x.at, d.plant_id, x.device_id, null::bigint as actor_id
   from acquisition.device_log x join plants.device d on d.company_id = $1 and d.id = x.device_id
   where x.company_id = $1 and ${within('x.at')} and x.kind not in ('exchange', 'exchanges_left_out')`;

/** The same of changes of devices' configuration. */
export const configurationEntriesSql = (within: (at: string) => string): string =>
  `select v.id, v.action as kind, v.made_at as at, d.plant_id, v.device_id, v.user_id as actor_id
   from plants.configuration_version v join plants.device d on d.company_id = $1 and d.id = v.device_id
   where v.company_id = $1 and ${within('v.made_at')}`;

/** What one entry of a device's log says, by an SQL expression for its id. */
export const deviceEntryDetailSql = (id: string): string =>
  `(select told.detail from acquisition.device_log told where told.company_id = $1 and told.id = ${id})`;

/** The number of a version, by an SQL expression for its id: a row of `number`. */
export const versionSql = (id: string): string =>
  `select made.number from plants.configuration_version made where made.company_id = $1 and made.id = ${id}`;
