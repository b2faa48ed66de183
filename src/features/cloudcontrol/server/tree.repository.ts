import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import type { Place } from '../../plants/daylight.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import type { Dashboard, DefinedParameters, DeviceTree } from '../configuration.contract.ts';
import type { DeviceState } from '../configuration.model.ts';
import { isAtRest, PLACE, withRest } from './night-rest.ts';
import { DEVICES, dayOfHealth, FIRST_DEVICE, iso, portSql, stateSql } from './standing.repository.ts';

type TreePort = DeviceTree[number]['ports'][number];
type TreeDevice = TreePort['devices'][number];

export interface TreeRows {
  plants: { proj_code: string; name: string }[];
  ports: Omit<TreePort, 'devices'>[];
  devices: (TreeDevice & { proj_code: string; port_id: number | null })[];
}

/** Every plant, port and device that the scope may see, of one plant where its code is given. @throws AppError as `wholeList` */
export async function listTreeRows(tx: Tx, proj_code: string | undefined, now: Date): Promise<TreeRows> {
  const values = [tx.scope.company_id, plantFilter(tx.scope), proj_code ?? null];
  const plants = await tx.query<TreeRows['plants'][number]>(
    `select p.proj_code, p.name from plants.plant p
     where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2)) and ($3::text is null or p.proj_code = $3)
     order by p.proj_code limit ${MAX_LISTED + 1}`,
    values,
  );
  const ports = await tx.query<TreeRows['ports'][number] & { devices: number }>(
    `select ${portSql(FIRST_DEVICE)} from plants.port o join plants.plant p on p.company_id = o.company_id and p.id = o.plant_id
     where o.company_id = $1 and ($2::bigint[] is null or o.plant_id = any($2)) and ($3::text is null or p.proj_code = $3)
     order by o.name, o.id limit ${MAX_LISTED + 1}`,
    values,
  );
  const devices = await tx.query<Omit<TreeRows['devices'][number], 'asleep'> & Place>(
    `select d.id, d.id as device_id, p.proj_code, d.port_id, d.short_name, d.category, d.unit_id, d.virtual, d.template,
            d.enabled, d.category_id, ${stateSql('$4')} as state,
            array(select x.tag_id from plants.device_tag x where x.company_id = $1 and x.device_id = d.id) as tag_ids,
            ${iso('h.last_contact_at')} as last_contact_at, ${iso('l.at')} as last_reading_at, t.success_rate, h.latency_ms,
            ${PLACE}
     from ${DEVICES} ${dayOfHealth('$4')}
     where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and ($3::text is null or p.proj_code = $3)
     order by d.unit_id, length(d.short_name), d.short_name limit ${MAX_LISTED + 1}`,
    [...values, now],
  );
  return {
    plants: wholeList(plants.rows, 'plant'),
    ports: wholeList(ports.rows, 'plant').map(({ devices: _, ...port }) => port),
    devices: wholeList(devices.rows, 'plant').map((row) => withRest(row, now)),
  };
}

interface StateCount extends Place {
  state: DeviceState;
  category: DeviceCategory;
  count: number;
  virtual: number;
}

/** How many devices of the scope stand in each state at `now`; those that are silent by the places where they are. */
export async function countStates(
  tx: Tx,
  now: Date,
): Promise<{ state: DeviceState; asleep: boolean; count: number; virtual: number }[]> {
  const { rows } = await tx.query<StateCount>(
    `select state, category, production_type, latitude, longitude, count(*)::int as count,
            (count(*) filter (where virtual))::int as virtual
     from (select d.virtual, d.category, p.production_type, ${stateSql('$2')} as state,
                  case when ${stateSql('$2')} = 'silent' then p.latitude end as latitude,
                  case when ${stateSql('$2')} = 'silent' then p.longitude end as longitude
           from ${DEVICES} where d.company_id = $1 and ($3::bigint[] is null or d.plant_id = any($3))) s
     group by state, category, production_type, latitude, longitude`,
    [tx.scope.company_id, now, plantFilter(tx.scope)],
  );
  return rows.map(({ state, count, virtual, ...row }) => ({
    state,
    asleep: isAtRest({ ...row, state }, now),
    count,
    virtual,
  }));
}

/** Ports of the scope, those that are not connected first, and how many there are. */
export async function listPortStates(
  tx: Tx,
  at_most: number,
): Promise<{ count: number; ports: Dashboard['ports'] }> {
  const { rows } = await tx.query<{ count: number; port: Dashboard['ports'][number] }>(
    `select count(*) over ()::int as count, to_jsonb(a) as port
     from (select ${portSql(FIRST_DEVICE)} from plants.port o join plants.plant p on p.company_id = o.company_id and p.id = o.plant_id
           where o.company_id = $1 and ($2::bigint[] is null or o.plant_id = any($2))) a
     order by not a.enabled, coalesce((a.state->>'connected')::boolean, true), a.proj_code, a.name limit $3`,
    [tx.scope.company_id, plantFilter(tx.scope), at_most],
  );
  return { count: rows[0]?.count ?? 0, ports: rows.map(({ port }) => port) };
}

/** Ports of the scope: of one plant, or one of them. */
export async function listPortLines(
  tx: Tx,
  { id, proj_code }: { id?: number; proj_code?: string | undefined },
): Promise<Dashboard['ports']> {
  const { rows } = await tx.query<Dashboard['ports'][number]>(
    `select ${portSql(FIRST_DEVICE)} from plants.port o join plants.plant p on p.company_id = o.company_id and p.id = o.plant_id
     where o.company_id = $1 and ($2::bigint[] is null or o.plant_id = any($2)) and ($3::bigint is null or o.id = $3)
       and ($4::text is null or p.proj_code = $4)
     order by p.proj_code, o.name, o.id limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope), id ?? null, proj_code ?? null],
    'port_lines',
  );
  return wholeList(rows, 'plant');
}

const OF_SCOPE = `join plants.device d on d.company_id = x.company_id and d.id = x.device_id
  join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
  where x.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))`;
const NEWEST = 'order by x.id desc limit $3';

/** The newest entries of the devices' logs; the single requests of a device that is looked at closely stand in its own. */
export async function listNewestEvents(tx: Tx, at_most: number): Promise<Dashboard['events']> {
  const { rows } = await tx.query<Dashboard['events'][number]>(
    `select x.id, ${iso('x.at')} as at, x.device_id, p.proj_code, d.short_name, x.kind, x.detail
     from acquisition.device_log x ${OF_SCOPE} and x.kind not in ('exchange', 'exchanges_left_out') ${NEWEST}`,
    [tx.scope.company_id, plantFilter(tx.scope), at_most],
  );
  return rows;
}

type ChangeRow = Omit<Dashboard['changes'][number], 'person'> & { user_id: number | null };

/** The newest changes of the devices' configuration. */
export async function listNewestChanges(tx: Tx, at_most: number): Promise<ChangeRow[]> {
  const { rows } = await tx.query<ChangeRow>(
    `select x.id, ${iso('x.made_at')} as at, x.device_id, p.proj_code, d.short_name, x.number, x.action, x.user_id
     from plants.configuration_version x ${OF_SCOPE} ${NEWEST}`,
    [tx.scope.company_id, plantFilter(tx.scope), at_most],
  );
  return rows;
}

type Row<List extends 'categories' | 'groups' | 'names' | 'tags'> = DefinedParameters[List][number];

/** What the company has to choose from: its categories, groups, tags, catalogue, and the sections of its visible plants. */
export async function listWords(tx: Tx) {
  const { company_id } = tx.scope;
  const { rows: categories } = await tx.query<Row<'categories'>>(
    `select id, name, label_en, label_it, kind from plants.device_category
     where company_id = $1 order by name limit 2000`,
    [company_id],
  );
  const { rows: groups } = await tx.query<Row<'groups'>>(
    `select id, name, label_en, label_it, colour, position from plants.variable_group
     where company_id = $1 order by position, name limit 2000`,
    [company_id],
  );
  const { rows: tags } = await tx.query<Row<'tags'>>(
    'select id, name, colour from plants.tag where company_id = $1 order by name limit 2000',
    [company_id],
  );
  const { rows: names } = await tx.query<Row<'names'>>(
    `select id, name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity, version
     from plants.variable_name where company_id = $1 order by name limit 5000`,
    [company_id],
  );
  return { categories, groups, tags, names, sections: await listSections(tx) };
}

async function listSections(tx: Tx): Promise<{ id: number; proj_code: string; name: string }[]> {
  const { rows } = await tx.query<{ id: number; proj_code: string; name: string }>(
    `select s.id, p.proj_code, s.name from plants.plant_section s
     join plants.plant p on p.company_id = s.company_id and p.id = s.plant_id
     where s.company_id = $1 and ($2::bigint[] is null or s.plant_id = any($2))
     order by p.proj_code, s.name limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope)],
  );
  return wholeList(rows, 'nothing');
}
