import { readIds } from '../../../shared/server/records/id-set.ts';
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
  const { rows } = await tx.query<Omit<Matches, 'downtimes'> & { devices: number[] }>(
    `with v as materialized (
       select d.id, lower(d.short_name || chr(10) || d.manufacturer || chr(10) || d.model) as names
       from plants.device d where d.company_id = $1)
     select array(select p.id from plants.plant p
                  where p.company_id = $1 and strpos(lower(p.name || chr(10) || p.proj_code), w.word) > 0 order by 1) as plants,
            array(select c.id from downtime_cause c where c.company_id = $1 and strpos(lower(c.name), w.word) > 0 order by 1) as causes,
            array(select v.id from v where strpos(v.names, w.word) > 0 order by 1) as devices
     from (select lower(t) as word, n from unnest($2::text[]) with ordinality u (t, n)) w order by w.n`,
    [tx.scope.company_id, words],
    'downtimes_matches',
  );
  const found: Matches[] = [];
  for (const { devices, ...names } of rows)
    found.push({ ...names, downtimes: devices.length === 0 ? [] : await listDowntimesOf(tx, devices) });
  return found;
}

/** Downtimes of devices. */
async function listDowntimesOf(tx: Tx, device_ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ downtimes: Buffer | null }>(
    `select string_agg(int8send(x.downtime_id), '') as downtimes from downtime_device x
     where x.company_id = $1 and x.device_id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
  );
  return readIds(rows[0]?.downtimes ?? null);
}

/** Downtimes of devices of a maker, a model, or both. */
export async function findOfMake(
  tx: Tx,
  { maker, model }: { maker: string | undefined; model: string | undefined },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select v.id from plants.device v
     where v.company_id = $1 and ($2::text is null or v.manufacturer = $2) and ($3::text is null or v.model = $3)`,
    [tx.scope.company_id, maker ?? null, model ?? null],
    'downtimes_of_make',
  );
  return listDowntimesOf(
    tx,
    rows.map(({ id }) => id),
  );
}
