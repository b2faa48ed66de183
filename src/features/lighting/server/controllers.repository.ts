import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { TimetableRow } from '../controllers.contract.ts';
import type { IoProfile } from '../io-profile.model.ts';
import { heardOf } from './meter-readings.repository.ts';
import { placeOf } from './places.ts';

/** What the cabinet's inputs said last; one that is not wired is missing. */
export interface StoredInputs {
  manual?: boolean;
  door_open?: boolean;
  supply_ok?: boolean;
  leakage?: boolean;
}

export interface ControllerRow {
  box_id: number;
  device_id: number;
  short_name: string;
  description: string;
  profile: IoProfile;
  poll_s: number;
  heard_at: Date | null;
  asked_at: Date | null;
  fault: string;
  fault_since: Date | null;
  inputs: StoredInputs;
  clock_offset_s: number | null;
  clock_read_at: Date | null;
  power_kw: number | null;
  power_at: Date | null;
  /** Whether a manager said where its outputs, clock, own times and pairing code stand. */
  map_vouched: boolean;
  version: number;
}

const CONTROLLER = `c.box_id, c.device_id, coalesce(d.short_name, '') as short_name, coalesce(d.description, '') as description,
  c.profile, c.poll_s, c.heard_at, c.asked_at,
  case when d.id is not null and c.place is distinct from ${placeOf('d', 'p')} then 'moved' else c.fault end as fault, c.fault_since, c.inputs, c.clock_offset_s, c.clock_read_at,
  c.power_kw, c.power_at, c.map_vouched, c.version`;

/** Controllers of boxes. Read with every plant: lighting is not narrowed by plants (docs/adr/0056). */
export async function listControllers(tx: Tx, box_ids: readonly number[]): Promise<ControllerRow[]> {
  const { rows } = await tx.query<ControllerRow>(
    `select ${CONTROLLER} from io_controller c
     left join plants.device d on d.company_id = $1 and d.id = c.device_id
     left join plants.port p on p.company_id = $1 and p.id = d.port_id
     where c.company_id = $1 and c.box_id = any($2::bigint[])`,
    [tx.scope.company_id, box_ids],
  );
  return rows;
}

/** Whether there is such a device in the company that can be asked: behind a port, with a unit number. */
export async function findAskedDevice(
  tx: Tx,
  id: number,
): Promise<{ has_port: boolean; category: string } | undefined> {
  const { rows } = await tx.query<{ has_port: boolean; category: string }>(
    'select port_id is not null as has_port, category from plants.device where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Where a device is reached, whoever asks; null where it stands nowhere. */
export async function findPlace(tx: Tx, id: number): Promise<string | null> {
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<{ place: string | null }>(
      `select ${placeOf('d', 'p')} as place from plants.device d
       left join plants.port p on p.company_id = $1 and p.id = d.port_id where d.company_id = $1 and d.id = $2`,
      [tx.scope.company_id, id],
    ),
  );
  return rows[0]?.place ?? null;
}

export interface MovedBox {
  box_id: number;
  serial: string;
  reg_number: string;
  profile: IoProfile;
}

/** The box that a device is the controller of while it stands elsewhere than where its code was read. */
export async function findMoved(tx: Tx, device_id: number): Promise<MovedBox | undefined> {
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<MovedBox>(
      `select c.box_id, b.serial, b.reg_number, c.profile from io_controller c
       join lighting_box b on b.company_id = $1 and b.id = c.box_id
       join plants.device d on d.company_id = $1 and d.id = c.device_id
       left join plants.port p on p.company_id = $1 and p.id = d.port_id
       where c.company_id = $1 and c.device_id = $2 and c.place is distinct from ${placeOf('d', 'p')}`,
      [tx.scope.company_id, device_id],
    ),
  );
  return rows[0];
}

/**
 * Keeps who uses a device as it is until the transaction ends: of two that give it to two boxes the second finds what the first did.
 */
export async function holdDevice(tx: Tx, device_id: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('lighting device ' || $1 || ' ' || $2, 0))`, [
    String(tx.scope.company_id),
    String(device_id),
  ]);
}

/** Keeps who uses which place as it is until the transaction ends. */
export async function holdPlaces(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('lighting place'), $1)`, [tx.scope.company_id]);
}

/** Whether another box is switched at a place: one controller is never two boxes. One that stands elsewhere by now is not there. */
export async function isPlaceTaken(
  tx: Tx,
  { box_id, place }: { readonly box_id: number; readonly place: string | null },
): Promise<boolean> {
  const { rowCount } = await withEveryPlant(tx, () =>
    tx.query(
      `select from io_controller c join plants.device d on d.company_id = $1 and d.id = c.device_id
       join plants.port p on p.company_id = $1 and p.id = d.port_id
       where c.company_id = $1 and c.place = $2 and c.box_id <> $3 and ${placeOf('d', 'p')} = c.place`,
      [tx.scope.company_id, place, box_id],
    ),
  );
  return rowCount > 0;
}

/** Whether the device switches or measures another box. */
export async function switchesAnother(
  tx: Tx,
  { box_id, device_id }: { readonly box_id: number; readonly device_id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from io_controller where company_id = $1 and device_id = $2 and box_id <> $3
     union all
     select from box_meter where company_id = $1 and device_id = $2 and box_id <> $3`,
    [tx.scope.company_id, device_id, box_id],
  );
  return rowCount > 0;
}

export interface ControllerFields {
  readonly box_id: number;
  readonly device_id: number;
  readonly profile: IoProfile;
  readonly poll_s: number;
  /** Where its code was read; undefined: it stays the same. */
  readonly place: string | undefined;
  readonly map_vouched: boolean;
}

/** From now on a box is switched at a place; whoever was claimed there before and stands elsewhere must be claimed anew. */
export async function takePlace(
  tx: Tx,
  { box_id, place }: { readonly box_id: number; readonly place: string },
): Promise<void> {
  await tx.query(
    `update io_controller set place = case when box_id = $2 then $3 end
     where company_id = $1 and (box_id = $2 or place = $3)`,
    [tx.scope.company_id, box_id, place],
  );
}

/** Makes it the controller of its box, in the place of the one that was. What was heard of another device is forgotten. */
export async function saveController(
  tx: Tx,
  { box_id, device_id, profile, poll_s, place, map_vouched }: ControllerFields,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into io_controller as c (company_id, box_id, device_id, profile, poll_s, next_poll_at, map_vouched)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (company_id, box_id) do update set device_id = excluded.device_id, profile = excluded.profile,
       poll_s = excluded.poll_s, version = c.version + 1, next_poll_at = excluded.next_poll_at, map_vouched = excluded.map_vouched,
       heard_at = case when c.device_id = excluded.device_id then c.heard_at end`,
    [tx.scope.company_id, box_id, device_id, JSON.stringify(profile), poll_s, now, map_vouched],
  );
  if (place !== undefined) await takePlace(tx, { box_id, place });
}

export interface TimetableState {
  state: 'pending' | 'verified' | 'differs' | 'failed';
  fault: string;
  wanted: TimetableRow[];
  written_at: Date | null;
  compared_at: Date | null;
}

export async function findTimetable(tx: Tx, box_id: number): Promise<TimetableState | undefined> {
  const { rows } = await tx.query<TimetableState>(
    `select state, fault, wanted, written_at, compared_at from box_timetable where company_id = $1 and box_id = $2`,
    [tx.scope.company_id, box_id],
  );
  return rows[0];
}

export interface DeviceOfBox {
  device_id: number;
  box_id: number;
  serial: string;
  kind: 'controller' | 'meter';
  short_name: string;
  description: string;
  heard_at: Date | null;
  poll_s: number;
  fault: string;
}

/** SQL: controllers and meters of boxes, each with when it was heard last itself. Read with every plant. */
export const DEVICES_OF_BOXES = `
  select c.device_id, c.box_id, 'controller' as kind, c.heard_at, c.poll_s, c.fault from io_controller c where c.company_id = $1
  union all
  select m.device_id, m.box_id, 'meter', ${heardOf('m.device_id')}, coalesce(${deviceRhythm('e')}, 60), ''
  from box_meter m left join plants.device e on e.company_id = $1 and e.id = m.device_id where m.company_id = $1`;

/** Controllers and meters of boxes: of one, or of a municipality's, a page of them. */
export async function pageOfDevices(
  tx: Tx,
  of: {
    readonly box_id: number | null;
    readonly municipality_id: number | null;
    readonly device_id: number | null;
  },
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: DeviceOfBox[]; count: number }> {
  const { rows } = await tx.query<DeviceOfBox & { count: number }>(
    `with shown as (
       select a.device_id, a.box_id, b.serial, a.kind, (count(*) over ())::int as count
       from (select device_id, box_id, 'controller' as kind from io_controller where company_id = $1
         union all select device_id, box_id, 'meter' from box_meter where company_id = $1) a
       join lighting_box b on b.company_id = $1 and b.id = a.box_id
       where ($2::bigint is null or a.box_id = $2) and ($3::bigint is null or b.municipality_id = $3)
         and ($4::bigint is null or a.device_id = $4)
       order by b.serial, a.kind, a.device_id limit $5 offset $6)
     select s.device_id, s.box_id, s.serial, s.kind, coalesce(d.short_name, '') as short_name,
       coalesce(d.description, '') as description,
       case when c.box_id is null then ${heardOf('s.device_id')} else c.heard_at end as heard_at,
       coalesce(c.poll_s, ${deviceRhythm('d')}, 60) as poll_s, coalesce(c.fault, '') as fault, s.count
     from shown s
     left join io_controller c on c.company_id = $1 and c.box_id = s.box_id and c.device_id = s.device_id and s.kind = 'controller'
     left join plants.device d on d.company_id = $1 and d.id = s.device_id
     order by s.serial, s.kind, s.device_id`,
    [tx.scope.company_id, of.box_id, of.municipality_id, of.device_id, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}
