import type { Tx } from '../../../shared/server/tenancy.ts';

/** What a word of a search is found in beside the texts of downtimes, by number. */
export interface Matches {
  readonly plants: number[];
  readonly causes: number[];
  readonly downtimes: number[];
}

/**
 * For each of the words, in their order: plants and causes whose names hold it, and downtimes of devices whose name, maker or model
 * does. A word holds no line break, so that it is found in one of the joined names or in none.
 */
export async function findMatches(tx: Tx, words: readonly string[]): Promise<Matches[]> {
  const { rows } = await tx.query<Matches>(
    `with v as materialized (
       select d.id, lower(d.short_name || chr(10) || d.manufacturer || chr(10) || d.model) as names
       from plants.device d where d.company_id = $1)
     select array(select p.id from plants.plant p
                  where p.company_id = $1 and strpos(lower(p.name || chr(10) || p.proj_code), w.word) > 0 order by 1) as plants,
            array(select c.id from downtime_cause c where c.company_id = $1 and strpos(lower(c.name), w.word) > 0 order by 1) as causes,
            array(select distinct x.downtime_id from v
                  join downtime_device x on x.company_id = $1 and x.device_id = v.id
                  where strpos(v.names, w.word) > 0 order by 1) as downtimes
     from (select lower(t) as word, n from unnest($2::text[]) with ordinality u (t, n)) w order by w.n`,
    [tx.scope.company_id, words],
    'downtimes_matches',
  );
  return rows;
}
