import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments } from '../../../shared/server/columns.ts';
import { within } from '../../../shared/server/like.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { Box } from '../boxes.contract.ts';
import type { OwnTimes } from '../night.model.ts';
import { WRITTEN, wordHolds } from './held-lines.ts';
import { meterRoom } from './meter-readings.repository.ts';

export interface BoxRow extends Omit<Box, 'heard_at' | 'work_from' | 'work_until'> {
  heard_at: Date | null;
  work_from: Date | null;
  work_until: Date | null;
}

/** Whether a controller has answered lately, by `silentAfterMs`; $2 is now. */
const ANSWERS = `coalesce(c.heard_at >= $2::timestamptz - greatest(3 * c.poll_s, 300) * interval '1 second', false)`;

/** Somebody works on a box at an instant, as was planned; null where nothing was. @param box alias of the table @param at an instant in SQL */
export const isAtWork = (box: string, at: string): string =>
  `(${box}.work_until > ${at} and (${box}.work_from is null or ${box}.work_from <= ${at}))`;

/** Somebody works on the box, as was planned: whatever is wrong meanwhile calls nobody; $2 is now. */
const AT_WORK = `coalesce(${isAtWork('b', '$2::timestamptz')}, false)`;

/** An alarm that is open and not snoozed; $2 is now. */
const CALLS = `a.end_date is null and a.opened_at is not null and (a.snooze_date is null or a.snooze_date <= $2::timestamptz)`;

interface Signs {
  readonly fault: string;
  readonly held: string;
  readonly lit: string;
}

/** A box's state by what holds first; $2 is now. Kept in step with BOX_STATES. */
const stateBy = ({ fault, held, lit }: Signs): string =>
  `case when b.municipality_id is null then 'unpaired' when not ${ANSWERS} then 'silent' when ${fault} and not ${AT_WORK} then 'fault'
    when not b.auto_mode or coalesce(c.inputs ->> 'manual' = 'true', false) or ${held} then 'by_hand'
    when ${lit} then 'lit' else 'dark' end`;

const FAULTY = `lighting_alarm a where a.company_id = $1 and ${CALLS} and a.type = 'E'`;
const HELD = `lighting_command k where k.company_id = $1 and k.override_until > $2::timestamptz and ${wordHolds('k', WRITTEN)}`;
const LIT = 'power_line l where l.company_id = $1 and l.feedback and l.breaker_tripped is not true';

/** Of few boxes: each is looked up. */
const STATE = stateBy({
  fault: `exists (select from ${FAULTY} and a.box_id = b.id)`,
  held: `exists (select from ${HELD} and k.box_id = b.id)`,
  lit: `exists (select from ${LIT} and l.box_id = b.id)`,
});

/** Of all boxes: what holds of any is gathered first. */
const STATE_OF_ALL = stateBy({
  fault: 'fault.box_id is not null',
  held: 'held.box_id is not null',
  lit: 'lit.box_id is not null',
});
const SIGNS = `
  left join (select distinct a.box_id from ${FAULTY}) fault on fault.box_id = b.id
  left join (select distinct k.box_id from ${HELD}) held on held.box_id = b.id
  left join (select distinct l.box_id from ${LIT}) lit on lit.box_id = b.id`;

const BOX = `b.id, b.serial, b.reg_number, b.name, b.pod, b.supply_code, b.latitude, b.longitude, b.municipality_id as comune_id,
  m.name as comune_name, b.enabled, b.auto_mode, b.turn_on_auto, b.turn_on_date, b.turn_off_auto, b.turn_off_date, b.version,
  case when b.work_from > $2::timestamptz then b.work_from end as work_from,
  case when b.work_until > $2::timestamptz then b.work_until end as work_until,
  case when b.work_until > $2::timestamptz then b.work_message else '' end as work_message,
  c.heard_at, coalesce(c.fault, '') as fault,
  coalesce((select case when bool_and(q.power_at is not null and q.power_at >= $2::timestamptz - ${meterRoom('q')}) then sum(q.power_kw) end
    from box_meter q where q.company_id = $1 and q.box_id = b.id), c.power_kw) as power_kw,
  (select count(*)::int from light_point p where p.company_id = $1 and p.box_id = b.id) as lights,
  case when ${AT_WORK} then 0
    else (select count(*)::int from lighting_alarm a where a.company_id = $1 and a.box_id = b.id and ${CALLS}) end as open_alarms`;
const FROM = `lighting_box b
  left join municipality m on m.company_id = $1 and m.id = b.municipality_id
  left join io_controller c on c.company_id = $1 and c.box_id = b.id`;

/** Boxes by their numbers, in any order. */
export async function findBoxes(tx: Tx, ids: readonly number[], now: Date): Promise<BoxRow[]> {
  // How often a meter is read is known of every plant's: lighting is not narrowed by plants (docs/adr/0056).
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<BoxRow>(
      `select ${BOX}, ${STATE} as state from ${FROM} where b.company_id = $1 and b.id = any($3::bigint[])`,
      [tx.scope.company_id, now, ids],
    ),
  );
  return rows;
}

export interface BoxFilter {
  readonly comune_id: number | null;
  readonly unassigned: boolean | null;
  readonly state: string | null;
  readonly search: string | null;
}

interface BoxPage {
  readonly page: number;
  readonly page_size: number;
  readonly now: Date;
}

/** Numbers of the boxes that fit, a page of them by serial number, and how many there are. */
export async function listBoxIds(
  tx: Tx,
  { comune_id, unassigned, state, search }: BoxFilter,
  { page, page_size, now }: BoxPage,
): Promise<{ ids: number[]; count: number }> {
  const { rows } = await tx.query<{ id: number; count: number }>(
    `select b.id, (count(*) over ())::int as count from ${FROM}
     where b.company_id = $1 and ($3::bigint is null or b.municipality_id = $3)
       and ($4::boolean is null or (b.municipality_id is null) = $4)
       and ($5::text is null or b.serial ilike $5 or b.reg_number ilike $5 or b.name ilike $5 or b.pod ilike $5)
       and ($6::text is null or ${STATE} = $6)
     order by b.serial, b.id limit $7 offset $8`,
    [
      tx.scope.company_id,
      now,
      comune_id,
      unassigned,
      search === null ? null : within(search),
      state,
      page_size,
      (page - 1) * page_size,
    ],
  );
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
}

export type BoxChange = Given<
  Pick<
    Box,
    | 'name'
    | 'pod'
    | 'supply_code'
    | 'latitude'
    | 'longitude'
    | 'enabled'
    | 'auto_mode'
    | 'turn_on_auto'
    | 'turn_on_date'
    | 'turn_off_auto'
    | 'turn_off_date'
    | 'work_from'
    | 'work_until'
    | 'work_message'
  >
>;

export async function updateBox(tx: Tx, id: number, fields: BoxChange): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update lighting_box set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Assigns boxes to a municipality; answers how many there are of these numbers. */
export async function assignTo(tx: Tx, municipality_id: number, ids: readonly number[]): Promise<number> {
  const { rowCount } = await tx.query(
    `update lighting_box set municipality_id = $2, version = version + 1 where company_id = $1 and id = any($3::bigint[])`,
    [tx.scope.company_id, municipality_id, ids],
  );
  return rowCount;
}

/** Boxes with times of their own: of a municipality, or of these numbers. */
export async function listOwnTimes(
  tx: Tx,
  {
    municipality_id,
    ids,
  }: { readonly municipality_id: number | null; readonly ids: readonly number[] | null },
): Promise<(Pick<Box, 'serial'> & OwnTimes)[]> {
  const { rows } = await tx.query<Pick<Box, 'serial'> & OwnTimes>(
    `select serial, turn_on_auto, turn_on_date, turn_off_auto, turn_off_date from lighting_box
     where company_id = $1 and ($2::bigint is null or municipality_id = $2) and ($3::bigint[] is null or id = any($3))
       and num_nonnulls(turn_on_auto, turn_on_date, turn_off_auto, turn_off_date) > 0 order by serial, id`,
    [tx.scope.company_id, municipality_id, ids],
  );
  return rows;
}

/** The box of a serial number and a registration number, both of which must be its own. */
export async function findBySerial(
  tx: Tx,
  { serial, reg_number }: { readonly serial: string; readonly reg_number: string },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    'select id from lighting_box where company_id = $1 and serial = $2 and reg_number = $3',
    [tx.scope.company_id, serial, reg_number],
  );
  return rows[0]?.id;
}

/** How many boxes of each municipality are in which state; those of none have the number null. */
export async function countStates(
  tx: Tx,
  now: Date,
): Promise<{ municipality_id: number | null; state: Box['state']; count: number }[]> {
  const { rows } = await tx.query<{ municipality_id: number | null; state: Box['state']; count: number }>(
    `select b.municipality_id, ${STATE_OF_ALL} as state, count(*)::int as count from ${FROM} ${SIGNS}
     where b.company_id = $1 group by 1, 2`,
    [tx.scope.company_id, now],
  );
  return rows;
}

export interface PlacedBox extends Pick<Box, 'id' | 'serial' | 'state'> {
  latitude: number;
  longitude: number;
}

/** Boxes with a place, of a municipality or of all. */
export async function listPlaced(tx: Tx, comune_id: number | null, now: Date): Promise<PlacedBox[]> {
  const { rows } = await tx.query<PlacedBox>(
    `select b.id, b.serial, b.latitude, b.longitude, ${STATE_OF_ALL} as state from ${FROM} ${SIGNS}
     where b.company_id = $1 and b.latitude is not null and ($3::bigint is null or b.municipality_id = $3) order by b.id`,
    [tx.scope.company_id, now, comune_id],
  );
  return rows;
}
