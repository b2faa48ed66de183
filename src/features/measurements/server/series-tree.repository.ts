import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { groupWordsOf } from '../../plants/server/catalogue.public.ts';
import type { SeriesTree } from '../saved-charts.contract.ts';

interface DeviceRow {
  proj_code: string;
  name: string;
  time_zone: string;
  device_id: number;
  short_name: string;
  category: DeviceCategory;
  name_ids: number[];
}

const MAX_DEVICES = 20_000;

async function listDevices(tx: Tx): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `select p.proj_code, p.name, p.time_zone, d.id as device_id, d.short_name, d.category, v.name_ids
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     join (select company_id, device_id, array_agg(variable_name_id order by slot) as name_ids from plants.variable
           where company_id = $1 group by company_id, device_id) v on v.company_id = d.company_id and v.device_id = d.id
     where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and p.kind = 'asset'
     order by lower(p.name), p.proj_code, d.category, length(d.short_name), d.short_name, d.id
     limit ${MAX_DEVICES + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope)],
    'series_tree',
  );
  return rows;
}

async function countDevices(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from plants.device d where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))
       and exists (select from plants.variable v where v.company_id = $1 and v.device_id = d.id)
       and exists (select from plants.plant p where p.company_id = $1 and p.id = d.plant_id and p.kind = 'asset')`,
    [tx.scope.company_id, plantFilter(tx.scope)],
  );
  return rows[0]?.count ?? 0;
}

type Name = SeriesTree['names'][number];

async function listNames(tx: Tx, ids: readonly number[]): Promise<(Name & { id: number })[]> {
  const { rows } = await tx.query<Name & { id: number }>(
    `select id, name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity from plants.variable_name
     where company_id = $1 and id = any($2::bigint[]) order by id`,
    [tx.scope.company_id, ids],
    'series_tree_names',
  );
  return rows;
}

/** Plants by name with their devices and what these measure, as far as the scope may see. */
export async function readSeriesTree(tx: Tx): Promise<SeriesTree> {
  const rows = await listDevices(tx);
  const shown = rows.slice(0, MAX_DEVICES);
  const left_out = rows.length > shown.length ? (await countDevices(tx)) - shown.length : 0;
  const names = await listNames(tx, [...new Set(shown.flatMap((row) => row.name_ids))]);
  const places = new Map(names.map(({ id }, i) => [id, i]));
  const byPlant = Map.groupBy(shown, (row) => row.proj_code);
  const plants = [...byPlant].map(([proj_code, devices]) => ({
    proj_code,
    name: devices[0]?.name ?? '',
    time_zone: knownZone(devices[0]?.time_zone ?? 'UTC'),
    devices: devices.map(({ device_id, short_name, category, name_ids }) => ({
      device_id,
      short_name,
      category,
      names: name_ids.flatMap((id) => places.get(id) ?? []),
    })),
  }));
  return { names: names.map(({ id: _, ...name }) => name), groups: await groupWordsOf(tx), plants, left_out };
}
