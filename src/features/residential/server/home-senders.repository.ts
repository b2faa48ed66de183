import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { ConnectedDevice } from '../home-devices.contract.ts';
import { FRESH } from './home-rhythm.repository.ts';

const COLUMNS = [
  ...(['device_id', 'category', 'production_type', 'latitude', 'longitude', 'last_at', 'rhythm_s'] as const),
] as const;

/** A working device of a home, with what says how it sends. */
export interface Sender extends Pick<ConnectedDevice, 'device_id' | 'category'> {
  production_type: string;
  latitude: number | null;
  longitude: number | null;
  /** Epoch ms. */
  last_at: number | null;
  /** Seconds; null where it was heard of just now or never, so that it does not matter. */
  rhythm_s: number | null;
}

const SENDERS = `
    from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
    join plants.device d on d.company_id = $1 and d.plant_id = h.plant_id and d.enabled and not d.template
    left join (select l.device_id, (select max(t) from unnest(l.slot_ts) t) as last
               from measurements.obs_last l where l.company_id = $1) o on o.device_id = d.id
    where h.company_id = $1 and h.erased_at is null and ($2::bigint[] is null or h.plant_id = any($2))
      and ($3::bigint is null or h.project_id = $3)`;

/** Working devices of homes, by home. */
export async function listSenders(tx: Tx, project_id: number | undefined, now: Date): Promise<Sender[]> {
  const statement = `
    select d.id as device_id, d.category, p.production_type, p.latitude, p.longitude,
           (extract(epoch from o.last) * 1000)::float8 as last_at,
           case when o.last <= $4::timestamptz - ${FRESH} then ${deviceRhythm('d')} end as rhythm_s
    ${SENDERS}
    order by p.name, p.proj_code, d.short_name, d.id`;
  const { rows } = await tx.query<Packed<Sender>>(packed(COLUMNS, statement), [
    ...[tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, now],
  ]);
  return rows[0] ? unpacked(rows[0]) : [];
}

/** Senders whose state needs no look at how often they send, and the others. */
interface SendersBySight<T> {
  readonly sends: number;
  readonly never: number;
  readonly others: readonly T[];
}

type Unheard = Pick<
  Sender,
  'production_type' | 'latitude' | 'longitude' | 'last_at' | 'rhythm_s' | 'category'
>;
const UNHEARD = ['category', 'production_type', 'latitude', 'longitude', 'last_at', 'rhythm_s'] as const;

/** Working devices of homes: counted where they were heard of just now or never, the others one by one. */
export async function sortSenders(
  tx: Tx,
  project_id: number | undefined,
  now: Date,
): Promise<SendersBySight<Unheard>> {
  const counted = `
    with s as materialized (select d.id, d.category, p.production_type, p.latitude, p.longitude, o.last ${SENDERS})
    select (select count(*) from s where last > $4::timestamptz - ${FRESH})::int as sends,
           (select count(*) from s where last is null)::int as never, o.*
    from (${packed(
      UNHEARD,
      `select s.category, s.production_type, s.latitude, s.longitude, (extract(epoch from s.last) * 1000)::float8 as last_at,
              (select ${deviceRhythm('d')} from plants.device d where d.company_id = $1 and d.id = s.id) as rhythm_s
       from s where s.last <= $4::timestamptz - ${FRESH}`,
    )}) o`;
  const { rows } = await tx.query<Packed<Unheard> & { sends: number; never: number }>(counted, [
    ...[tx.scope.company_id, plantFilter(tx.scope), project_id ?? null, now],
  ]);
  const [found] = rows;
  if (!found) return { sends: 0, never: 0, others: [] };
  const others = (found.category ?? []).map((category, i) => ({
    category,
    production_type: at(found.production_type, i),
    latitude: at(found.latitude, i),
    longitude: at(found.longitude, i),
    last_at: at(found.last_at, i),
    rhythm_s: at(found.rhythm_s, i),
  }));
  return { sends: found.sends, never: found.never, others };
}

function unpacked(columns: Packed<Sender>): Sender[] {
  return (columns.device_id ?? []).map((device_id, i) => ({
    device_id,
    category: at(columns.category, i),
    production_type: at(columns.production_type, i),
    latitude: at(columns.latitude, i),
    longitude: at(columns.longitude, i),
    last_at: at(columns.last_at, i),
    rhythm_s: at(columns.rhythm_s, i),
  }));
}

export type NamedSender = Pick<
  ConnectedDevice,
  'device_id' | 'proj_code' | 'home' | 'short_name' | 'provider'
>;

/** What some devices of homes are called. */
export async function nameSenders(
  tx: Tx,
  device_ids: readonly number[],
): Promise<ReadonlyMap<number, NamedSender>> {
  const { rows } = await tx.query<NamedSender>(
    `select d.id as device_id, p.proj_code, p.name as home, d.short_name, h.provider
     from plants.device d join home h on h.company_id = $1 and h.plant_id = d.plant_id
     join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
    'residential_sender_names',
  );
  return new Map(rows.map((row) => [row.device_id, row]));
}
