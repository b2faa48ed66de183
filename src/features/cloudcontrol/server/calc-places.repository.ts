import { deviceRhythm, variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { CatalogueEntry } from '../../plants/plants.model.ts';
import type { CalcChoices } from '../calculations.contract.ts';
import type { StoredInput } from './calc-definitions.repository.ts';

type Kind = CatalogueEntry['kind'];

/** A variable that somebody chose as an input. */
export interface ChosenInput extends StoredInput {
  readonly name: string;
  readonly kind: Kind;
  readonly interval_s: number;
}

/**
 * The variables of these names on these devices, in the order asked for; undefined where a device has none of the name.
 * Undefined as a whole where the scope does not see one of the devices. What lies in the bin is not there.
 */
export async function findInputs(
  tx: Tx,
  wanted: readonly { device_id: number; name: string }[],
): Promise<(ChosenInput | undefined)[] | undefined> {
  const { rows } = await tx.query<
    Omit<ChosenInput, 'variable_id'> & { i: number; variable_id: number | null }
  >(
    `select u.i::int as i, d.id as device_id, v.id as variable_id, v.slot, n.name, coalesce(v.unit, n.unit) as unit, n.kind,
            ${variableRhythm('v', 'd')} as interval_s,
            d.plant_id, d.category, p.production_type, p.latitude, p.longitude
     from unnest($2::bigint[], $3::text[]) with ordinality as u(d, n, i)
     join plants.device d on d.company_id = $1 and d.id = u.d and ($4::bigint[] is null or d.plant_id = any($4)) and d.deleted_at is null
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     left join (plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id)
       on v.company_id = d.company_id and v.device_id = d.id and n.name = u.n and v.deleted_at is null
     order by 1`,
    [
      tx.scope.company_id,
      wanted.map(({ device_id }) => device_id),
      wanted.map(({ name }) => name),
      plantFilter(tx.scope),
    ],
    'calc_find_inputs',
  );
  if (rows.length < wanted.length) return undefined;
  return rows.map(({ i: _, variable_id, ...row }) =>
    variable_id === null ? undefined : { ...row, variable_id },
  );
}

export interface Place {
  plant_id: number;
  time_zone: string;
}

/** A plant that the scope may see. */
export async function findPlace(tx: Tx, proj_code: string): Promise<Place | undefined> {
  const { rows } = await tx.query<Place>(
    `select id as plant_id, time_zone from plants.plant
     where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
  );
  return rows[0];
}

export interface ResultDevice extends Place {
  device_id: number;
  interval_s: number;
  virtual: boolean;
}

/** A device that the scope may see. */
export async function findResultDevice(tx: Tx, device_id: number): Promise<ResultDevice | undefined> {
  const { rows } = await tx.query<ResultDevice>(
    `select d.id as device_id, d.interval_s, d.virtual, d.plant_id, p.time_zone
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = $2 and ($3::bigint[] is null or d.plant_id = any($3)) and d.deleted_at is null`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  return rows[0];
}

export interface NamedResult {
  variable_name_id: number;
  unit: string;
  decimals: number;
  kind: Kind;
}

/** What the catalogue says of a name. */
export async function findName(tx: Tx, name: string): Promise<NamedResult | undefined> {
  const { rows } = await tx.query<NamedResult>(
    'select id as variable_name_id, unit, decimals, kind from plants.variable_name where company_id = $1 and name = $2',
    [tx.scope.company_id, name],
  );
  return rows[0];
}

/** The variable of a name on a device, whether a group holds it, and whether it is read from a register. */
export async function findVariable(
  tx: Tx,
  device_id: number,
  variable_name_id: number,
): Promise<{ id: number; group_id: number | null; registered: boolean } | undefined> {
  const { rows } = await tx.query<{ id: number; group_id: number | null; registered: boolean }>(
    `select v.id, g.id as group_id, v.address is not null as registered
     from plants.variable v left join calc_group g on g.company_id = v.company_id and g.variable_id = v.id
     where v.company_id = $1 and v.device_id = $2 and v.variable_name_id = $3 and v.deleted_at is null`,
    [tx.scope.company_id, device_id, variable_name_id],
  );
  return rows[0];
}

/** kW that devices can make together, each its own or else its plant's; null where nobody said of one. */
export async function sumNominal(tx: Tx, device_ids: readonly number[]): Promise<number | null> {
  const { rows } = await tx.query<{ sum: number | null }>(
    `select case when bool_and(coalesce(d.nominal_power, p.potenza_nominale) is not null)
                 then sum(coalesce(d.nominal_power, p.potenza_nominale)) end as sum
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
  );
  return rows[0]?.sum ?? null;
}

const MAX_CHOICES = 5000;

/** Plants, virtual devices and names to choose from. */
export async function listChoices(tx: Tx): Promise<Omit<CalcChoices, 'tree'>> {
  const { company_id } = tx.scope;
  const seen = plantFilter(tx.scope);
  const [plants, devices, names, rhythms] = await Promise.all([
    tx.query<CalcChoices['plants'][number]>(
      `select proj_code, name from plants.plant where company_id = $1 and ($2::bigint[] is null or id = any($2))
       order by lower(name), proj_code limit ${MAX_CHOICES}`,
      [company_id, seen],
    ),
    tx.query<CalcChoices['devices'][number]>(
      `select d.id as device_id, p.proj_code, p.name as plant_name, d.short_name, d.interval_s
       from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
       where d.company_id = $1 and d.virtual and not d.template and ($2::bigint[] is null or d.plant_id = any($2))
       order by lower(p.name), d.short_name limit ${MAX_CHOICES}`,
      [company_id, seen],
    ),
    tx.query<CalcChoices['names'][number]>(
      `select name, label_en, label_it, unit, kind from plants.variable_name where company_id = $1 and kind <> 'state'
       order by name limit ${MAX_CHOICES}`,
      [company_id],
    ),
    tx.query<CalcChoices['rhythms'][number]>(
      `select d.id as device_id, ${deviceRhythm('d')} as rhythm_s from plants.device d
       where d.company_id = $1 and not d.template and ($2::bigint[] is null or d.plant_id = any($2))`,
      [company_id, seen],
    ),
  ]);
  return { plants: plants.rows, devices: devices.rows, names: names.rows, rhythms: rhythms.rows };
}
