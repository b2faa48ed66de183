const DAY_S = 86_400;

/**
 * SQL: seconds between two readings of a variable `v` of a device `d`, by its polling plan; a daily one's day counts as 24
 * hours. Whoever judges how old a value or a silence is, or what a gap is, judges by this; the room for a reading that
 * comes late is theirs, in multiples of it.
 */
export const variableRhythm = (v: string, d: string): string =>
  `case ${v}.poll when 'slow' then ${d}.slow_interval_s when 'daily' then ${DAY_S} else ${d}.interval_s end`;

/** SQL: the rhythm of the quickest enabled variable that the device `d` can say anything of; null where it has none. */
export const quickestRhythm = (d: string): string =>
  `(select min(${variableRhythm('q', d)}) from plants.variable q
    where q.company_id = $1 and q.device_id = ${d}.id and q.enabled and q.deleted_at is null
      and (${d}.port_id is null or q.address is not null))`;

/** SQL: seconds between two signs of life of a device `d`. One without variables is looked at each interval. */
export const deviceRhythm = (d: string): string => `coalesce(${quickestRhythm(d)}, ${d}.interval_s)`;
