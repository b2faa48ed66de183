import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { MeterRole } from '../meters.model.ts';

export interface MeterRow {
  id: number;
  plant_id: number;
  serial_number: string;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  nominal_kw: number | null;
  section_id: number | null;
  section_name: string | null;
  model: string;
  constant_k: number;
  digits: number;
  role: MeterRole;
  from_on: string;
  to_on: string | null;
  device_id: number | null;
  device_name: string | null;
  replaces: string | null;
  retired_at: Date | null;
  lines: number;
  last_hash: string;
  last_reading: number | null;
  last_at: Date | null;
  note: string;
  threshold_pct: number;
  version: number;
}

export interface WantedMeters {
  readonly id?: number | undefined;
  readonly serial_number?: string | undefined;
  readonly proj_code?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly role?: MeterRole | undefined;
  readonly retired?: boolean | undefined;
  /** So many of them; all, where it is not said. */
  readonly most?: number | undefined;
}

/** Meters by plant and serial number; the reading shown is the latest by its instant that was not struck out. */
export async function listMeters(tx: Tx, wanted: WantedMeters = {}): Promise<MeterRow[]> {
  const { id, serial_number, proj_code, role, retired, codes, ids, most } = wanted;
  const { rows } = await tx.query<MeterRow>(
    `select m.id, m.plant_id, m.serial_number, p.proj_code, p.name as plant_name, p.time_zone, p.potenza_nominale as nominal_kw,
       s.id as section_id, s.name as section_name, m.model, m.constant_k, m.digits, m.role, m.from_on::text as from_on,
       m.to_on::text as to_on, d.id as device_id, d.short_name as device_name, o.serial_number as replaces, m.retired_at, m.lines,
       m.last_hash, l.reading as last_reading, l.at as last_at, m.note, m.threshold_pct, m.version
     from energy_meter m
     join plants.plant p on p.company_id = $1 and p.id = m.plant_id
     left join plants.plant_section s on s.company_id = $1 and s.id = m.section_id
     left join plants.device d on d.company_id = $1 and d.id = m.device_id
     left join energy_meter o on o.company_id = $1 and o.id = m.replaces_id
     left join lateral (
       select coalesce(c.reading, r.reading) as reading, r.at
       from energy_meter_reading r
       left join lateral (
         select c.line, c.reading from energy_meter_reading c
         where c.company_id = $1 and c.meter_id = m.id and c.corrects = r.line order by c.line desc limit 1) c on true
       where r.company_id = $1 and r.meter_id = m.id and r.corrects is null and (c.line is null or c.reading is not null)
       order by r.at desc, r.line desc limit 1) l on true
     where m.company_id = $1 and ($2::bigint is null or m.id = $2) and ($3::text is null or m.serial_number = $3)
       and ($4::text is null or p.proj_code = $4) and ($5::text is null or m.role = $5)
       and ($6::boolean is null or (m.retired_at is not null) = $6)
       and ($7::text[] is null or p.proj_code = any($7)) and ($8::bigint[] is null or m.id = any($8))
     order by p.proj_code, m.serial_number limit $9`,
    [
      tx.scope.company_id,
      id ?? null,
      serial_number ?? null,
      proj_code ?? null,
      role ?? null,
      retired ?? null,
      codes ?? null,
      ids ?? null,
      most ?? null,
    ],
  );
  return rows;
}

/** A meter, kept as it is until the transaction ends: lines of its register are written one after the other. */
export async function holdMeter(
  tx: Tx,
  id: number,
): Promise<{ version: number; lines: number; last_hash: string } | undefined> {
  const { rows } = await tx.query<{ version: number; lines: number; last_hash: string }>(
    'select version, lines, last_hash from energy_meter where company_id = $1 and id = $2 for no key update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Whether any meter of the company has or had a serial number, of plants too that are hidden from whoever asks. */
export async function isSerialTaken(tx: Tx, serial_number: string): Promise<boolean> {
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<{ taken: boolean }>(
      'select exists (select from energy_meter where company_id = $1 and serial_number = $2) as taken',
      [tx.scope.company_id, serial_number],
    ),
  );
  return rows[0]?.taken ?? false;
}

export async function countMeters(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from energy_meter where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

/** Stores a meter; answers its number, or undefined where another one took the serial number meanwhile. */
export async function insertMeter(tx: Tx, fields: object): Promise<number | undefined> {
  const { company_id, user_id } = tx.scope;
  const row = { ...fields, company_id, created_by: user_id };
  const rows = await insertRows<{ id: number }>(
    tx,
    'energy_meter',
    [row],
    'on conflict (company_id, serial_number) do nothing returning id',
  );
  return rows[0]?.id;
}

export async function updateMeter(tx: Tx, id: number, fields: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(fields, values);
  await tx.query(
    `update energy_meter set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteMeter(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from energy_meter where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

/** Models of the company's meters that the scope sees, with how many have them. */
export async function listModels(tx: Tx): Promise<{ model: string; digits: number; meters: number }[]> {
  const { rows } = await tx.query<{ model: string; digits: number; meters: number }>(
    `select model, (mode() within group (order by digits))::int as digits, count(*)::int as meters
     from energy_meter where company_id = $1 group by model order by lower(model), model limit 1000`,
    [tx.scope.company_id],
  );
  return rows;
}

export interface SectionRow {
  id: number;
  name: string;
  serial_numbers: string[];
}

/** The sections of a plant in their order, with the meters in use that stand in each. */
export async function listSectionsWithMeters(tx: Tx, plant_id: number): Promise<SectionRow[]> {
  const { rows } = await tx.query<SectionRow>(
    `select s.id, s.name, coalesce((select array_agg(m.serial_number order by m.serial_number) from energy_meter m
       where m.company_id = $1 and m.section_id = s.id and m.retired_at is null), '{}') as serial_numbers
     from plants.plant_section s where s.company_id = $1 and s.plant_id = $2 order by s.position, s.id`,
    [tx.scope.company_id, plant_id],
  );
  return rows;
}

/** Whether a section, and a device, stand in a plant. */
export async function standsIn(
  tx: Tx,
  {
    plant_id,
    section_id,
    device_id,
  }: { plant_id: number; section_id: number | null; device_id: number | null },
): Promise<{ section: boolean; device: boolean }> {
  const { rows } = await tx.query<{ section: boolean; device: boolean }>(
    `select exists (select from plants.plant_section s where s.company_id = $1 and s.plant_id = $2 and s.id = $3) as section,
       exists (select from plants.device d where d.company_id = $1 and d.plant_id = $2 and d.id = $4) as device`,
    [tx.scope.company_id, plant_id, section_id, device_id],
  );
  return rows[0] ?? { section: false, device: false };
}
