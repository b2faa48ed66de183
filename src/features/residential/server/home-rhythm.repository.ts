import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';

/** Whoever was heard of within that is fresh by any rhythm: how often it sends is not looked up. */
export const FRESH = "interval '10 minutes'";

/**
 * SQL: how somebody sends who was last heard of at an instant, as far as it needs no look at how often they do: `s` sends, `n` was never
 * heard of, `?` is to be looked at.
 */
export const sightAt = (heard: string, now: string): string =>
  `case when ${heard} is null then 'n' when ${heard} > ${now}::timestamptz - ${FRESH} then 's' else '?' end`;

export type Sight = 'sends' | 'never' | undefined;
/** What the letters of sights say by themselves. */
export const SIGHTS: Readonly<Record<string, Sight>> = { s: 'sends', n: 'never' };

/** SQL: how often a home's working devices send, and whether the night switches all of them off; nulls where it does not matter. */
export const rhythmOfHome = (home: string, heard: string, now: string): string => `
  left join lateral (
    select min(${deviceRhythm('d')}) as rhythm_s, bool_and(d.category in ('inverter', 'string_box')) as only_by_day
    from plants.device d
    where d.company_id = $1 and d.plant_id = ${home} and d.enabled and not d.template and ${heard} <= ${now}::timestamptz - ${FRESH}) s on true`;
