import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { ConnectedDevice } from '../home-devices.contract.ts';
import { senderRhythm, sightOfSender } from './home-rhythm.repository.ts';

/** A working device of a home that was heard of, but not just now, with what says how it sends. */
export interface LateSender extends Pick<ConnectedDevice, 'device_id' | 'category'> {
  production_type: string;
  latitude: number | null;
  longitude: number | null;
  /** Epoch ms. */
  last_at: number;
  /** Seconds. */
  rhythm_s: number;
}
const LATE = [
  'device_id',
  'category',
  'production_type',
  'latitude',
  'longitude',
  'last_at',
  'rhythm_s',
] as const;

/** When a device was last heard of: where every variable spoke well last, its newest row says so by itself. */
const LAST = `case when l.q is null then l.ts else (select max(t) from unnest(l.slot_ts) t) end`;

/** Working devices of homes that are asked for; what else of a home is wanted is joined first. */
const sendersWith = (more: string): string => `
    from home h ${more}
    join plants.device d on d.company_id = $1 and d.plant_id = h.plant_id and d.enabled and not d.template
    left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
    where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
      and ($3::bigint is null or h.project_id = $3)`;

/** How working devices of homes send, as far as it needs no look at how often they do: of each sight how many, and those that need one. */
export async function sortSenders(
  tx: Tx,
  project_id: number | undefined,
  now: Date,
): Promise<{ sends: number; never: number; late: LateSender[] }> {
  const counted = `
    with s as materialized (
      select s.*, ${sightOfSender('s', 's.last', '$4')} as sight
      from (select d.id, d.plant_id, d.category, d.port_id, d.interval_s, d.slow_interval_s, ${LAST} as last ${sendersWith('')}) s)
    select (select count(*) from s where sight = 's')::int as sends,
           (select count(*) from s where sight = 'n')::int as never, o.*
    from (${packed(
      LATE,
      `select s.id as device_id, s.category, p.production_type, p.latitude, p.longitude,
              (extract(epoch from s.last) * 1000)::float8 as last_at,
              ${senderRhythm('s')} as rhythm_s
       from s join plants.plant p on p.company_id = $1 and p.id = s.plant_id where s.sight = '?'`,
    )}) o`;
  const { rows } = await tx.query<Packed<LateSender> & { sends: number; never: number }>(counted, [
    tx.scope.company_id,
    plantFilter(tx.scope),
    project_id ?? null,
    now,
  ]);
  const [found] = rows;
  if (!found) return { sends: 0, never: 0, late: [] };
  const late = (found.device_id ?? []).map((device_id, i) => ({
    device_id,
    category: at(found.category, i),
    production_type: at(found.production_type, i),
    latitude: at(found.latitude, i),
    longitude: at(found.longitude, i),
    last_at: at(found.last_at, i),
    rhythm_s: at(found.rhythm_s, i),
  }));
  return { sends: found.sends, never: found.never, late };
}

/** Working devices of homes of some sights, by home: their numbers, and the sight of each. */
export async function listSenderSights(
  tx: Tx,
  { project_id, sights }: { project_id: number | undefined; sights: string },
  now: Date,
): Promise<{ device_ids: number[]; sights: string }> {
  const { rows } = await tx.query<{ device_ids: number[] | null; sights: string | null }>(
    `select json_agg(r.id) as device_ids, string_agg(r.sight, '') as sights
     from (select t.id, t.sight
           from (select s.*, ${sightOfSender('s', 's.last', '$4')} as sight
                 from (select d.id, d.interval_s, d.slow_interval_s, d.short_name, p.name, p.proj_code, ${LAST} as last ${sendersWith('join plants.plant p on p.company_id = $1 and p.id = h.plant_id')}) s) t
           where position(t.sight in $5) > 0
           order by t.name, t.proj_code, t.short_name, t.id) r`,
    [tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, now, sights],
  );
  const { device_ids, sights: found } = rows[0] ?? { device_ids: null, sights: null };
  return { device_ids: device_ids ?? [], sights: found ?? '' };
}

export interface NamedSender extends Omit<ConnectedDevice, 'state' | 'last_reading_at'> {
  /** Epoch ms; null: never. */
  last_at: number | null;
}

/** What some devices of homes are called, and when they were last heard of. */
export async function nameSenders(
  tx: Tx,
  device_ids: readonly number[],
): Promise<ReadonlyMap<number, NamedSender>> {
  const { rows } = await tx.query<NamedSender>(
    `select d.id as device_id, d.category, p.proj_code, p.name as home, d.short_name, h.provider,
            (extract(epoch from ${LAST}) * 1000)::float8 as last_at
     from plants.device d join home h on h.company_id = $1 and h.plant_id = d.plant_id
     join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
    'residential_sender_names',
  );
  return new Map(rows.map((row) => [row.device_id, row]));
}
