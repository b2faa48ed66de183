import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';

/** Whoever was heard of within that is fresh by any rhythm: how often it sends is not looked up. */
export const FRESH = "interval '10 minutes'";

/**
 * SQL: how somebody sends who was last heard of at an instant, as far as it needs no look at how often they do: `s` sends, `n` was never
 * heard of, `?` is to be looked at.
 */
export const sightAt = (heard: string, now: string): string =>
  `case when ${heard} is null then 'n' when ${heard} > ${now}::timestamptz - ${FRESH} then 's' else '?' end`;

/** SQL: the same of a device `d`, which sends no oftener than by the shorter of its two intervals: within three of these it is fresh as well. */
export const sightOfSender = (d: string, heard: string, now: string): string =>
  `case when ${heard} is null then 'n'
        when ${heard} > ${now}::timestamptz - greatest(${FRESH}, 3 * least(${d}.interval_s, ${d}.slow_interval_s) * interval '1 second') then 's'
        else '?' end`;

export type Sight = 'sends' | 'never' | undefined;
/** What the letters of sights say by themselves. */
export const SIGHTS: Readonly<Record<string, Sight>> = { s: 'sends', n: 'never' };

/**
 * SQL: how often a device `d` sends. What it tells is looked at only where some of it is read more seldom: whatever is read each time
 * says its own interval.
 */
export const senderRhythm = (d: string): string =>
  `case when exists (select from plants.variable seldom where seldom.company_id = $1 and seldom.device_id = ${d}.id and seldom.poll <> 'fast')
        then ${deviceRhythm(d)} else ${d}.interval_s end`;

const RHYTHM = `min(${senderRhythm('d')}) as rhythm_s, bool_and(d.category in ('inverter', 'string_box')) as only_by_day`;
/** SQL: how often a home's working devices send, and whether the night switches all of them off; nulls where it does not matter. */
export const rhythmOfHome = (home: string, heard: string, now: string): string => `
  left join lateral (
    select ${RHYTHM}
    from plants.device d
    where d.company_id = $1 and d.plant_id = ${home} and d.enabled and not d.template and ${heard} <= ${now}::timestamptz - ${FRESH}) s on true`;

/** SQL: the same of all homes of a project ($n) or of the company that are late: of hundreds of homes that is less work than one by one. */
export const rhythmOfHomes = (home: string, project: string, now: string): string => `
  left join (
    select d.plant_id, ${RHYTHM}
    from home g join overview.plant_live w on w.company_id = $1 and w.plant_id = g.plant_id and w.last_reading_at <= ${now}::timestamptz - ${FRESH}
    join plants.device d on d.company_id = $1 and d.plant_id = g.plant_id and d.enabled and not d.template
    where g.company_id = $1 and (${project}::bigint is null or g.project_id = ${project})
    group by d.plant_id) s on s.plant_id = ${home}`;
