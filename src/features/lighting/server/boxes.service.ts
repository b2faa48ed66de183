import type { In, Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { merge } from '../../../shared/server/changed-fields.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { iso, isoOrNull } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Box, BoxStatus, boxesCalls, PowerLine } from '../boxes.contract.ts';
import { LINES, neverLit, wantedAt } from '../night.model.ts';
import {
  assignTo,
  type BoxChange,
  type BoxRow,
  findBoxes,
  listBoxIds,
  listOwnTimes,
  updateBox,
} from './boxes.repository.ts';
import { listOverrides, wakeExecutor } from './commands.repository.ts';
import { type ControllerRow, listControllers, type StoredInputs } from './controllers.repository.ts';
import { hold } from './hold.repository.ts';
import { findLine, type LineRow, listLinesOf, pageOfLines, updateLine } from './lines.repository.ts';
import { meterPower } from './meters.repository.ts';
import { assertWholePlace, readMunicipality } from './municipalities.service.ts';
import { refusals } from './refusals.ts';
import { readSchedules, scheduleOfBox, tonightOf } from './schedules.ts';
import { DEFAULT_SETTINGS, listSettings, type SettingsRow } from './settings.repository.ts';
import { forgetSums } from './sums.repository.ts';

type Calls = typeof boxesCalls;

const MAX_WORK_MS = 366 * DAY_MS;

type TimesAround = Pick<SettingsRow, 'turn_on_auto' | 'turn_on_date' | 'turn_off_auto' | 'turn_off_date'>;

const presentBox = ({ heard_at, work_from, work_until, ...box }: BoxRow): Box => ({
  ...box,
  heard_at: isoOrNull(heard_at),
  work_from: isoOrNull(work_from),
  work_until: isoOrNull(work_until),
});

type WorkFields = Pick<BoxChange, 'work_from' | 'work_until' | 'work_message'>;

/**
 * What becomes of the planned work of a box by what was given. Work that is planned where none was begins now unless it says when,
 * and has words of its own; null as its end ends it, or calls it off.
 * @throws AppError invalid where it would be over already or last for more than a year, or begins in the past or after its end
 */
function workOf(given: WorkFields, before: Box, now: Date): WorkFields {
  if (given.work_until === null) return { work_from: null, work_until: null, work_message: '' };
  const isNew = before.work_until === null;
  const work_until = given.work_until ?? before.work_until;
  if (work_until === null) {
    if (given.work_from != null) throw refusals.workEndless();
    return {};
  }
  if (work_until !== before.work_until) {
    const ahead = Date.parse(work_until) - now.getTime();
    if (ahead <= 0 || ahead > MAX_WORK_MS) throw refusals.workPast();
  }
  const work_from = given.work_from === undefined ? before.work_from : given.work_from;
  if (work_from !== null && work_from !== before.work_from && Date.parse(work_from) <= now.getTime())
    throw refusals.workBegun();
  if (work_from !== null && Date.parse(work_from) >= Date.parse(work_until)) throw refusals.workOrder();
  return {
    ...given,
    ...(isNew && { work_from, work_message: given.work_message ?? '' }),
  };
}

/** @throws AppError not_found */
export async function readBox(tx: Tx, id: number, now: Date): Promise<Box> {
  const [found] = await findBoxes(tx, [id], now);
  return found ? presentBox(found) : notFound();
}

/** A page of boxes. @throws AppError not_found for a municipality that is not the company's */
export async function presentBoxes(
  tx: Tx,
  { comune_id, unassigned, state, search, page, page_size }: Out<Calls['list']['query']>,
  now: Date,
): Promise<{ count: number; results: Box[] }> {
  if (comune_id !== undefined) await readMunicipality(tx, comune_id);
  const filter = {
    comune_id: comune_id ?? null,
    unassigned: unassigned === undefined ? null : unassigned === 'true',
    state: state ?? null,
    search: search || null,
  };
  const { ids, count } = await listBoxIds(tx, filter, { page, page_size, now });
  const rows = new Map((await findBoxes(tx, ids, now)).map((row) => [row.id, row]));
  return { count, results: ids.flatMap((id) => rows.get(id) ?? []).map(presentBox) };
}

/** What holds where a box says nothing of its own; of one without a municipality what a new one begins with. */
async function timesAround(tx: Tx, municipality_id: number | null): Promise<TimesAround> {
  const [row] = municipality_id === null ? [] : await listSettings(tx, { id: null, municipality_id });
  return row ?? DEFAULT_SETTINGS;
}

/**
 * What is out of use is switched by nobody: lamps that burn there would burn on. What was asked to go out and does not, or
 * cannot be asked, may be put out of use all the same. @throws AppError conflict
 */
async function assertDark(tx: Tx, { id, state }: Box, lines: readonly number[]): Promise<void> {
  if (state === 'silent' || state === 'unpaired') return;
  const lit = (await listLinesOf(tx, [id]))
    .filter((one) => one.enabled && one.feedback === true && one.target !== false)
    .map(({ line }) => line)
    .filter((line) => lines.includes(line));
  if (lit.length > 0) throw refusals.stillLit(lit);
}

/** @throws AppError not_found, invalid; conflict where somebody saved in between, or lamps burn that nobody could switch off then */
export async function changeBox(
  tx: Tx,
  { id, version, ...fields }: Out<Calls['change']['body']> & { readonly id: number },
  now: Date,
): Promise<Box> {
  await hold(tx, 'lighting_box', id);
  const before = await readBox(tx, id, now);
  await assertVersion(before, version, () => before);
  assertWholePlace(fields, before);
  const work = workOf(fields, before, now);
  const times = await timesAround(tx, before.comune_id);
  // What never lit before the change, as times that an older program took, keeps nobody from changing something else.
  const never = neverLit(times, before) ? null : neverLit(times, merge(before, fields));
  if (never) throw refusals.neverLit(never, 'turn_off_date');
  if (before.enabled && fields.enabled === false) await assertDark(tx, before, LINES);
  await updateBox(tx, id, { ...fields, ...work });
  if (fields.pod !== undefined) await forgetSums(tx, { boxes: [id] });
  await recordAudit(tx, 'lighting_box.changed', String(id), fields);
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return readBox(tx, id, now);
}

/** Assigns boxes to a municipality, all or none. @throws AppError not_found; invalid where one of them would never be lit there */
export async function assignBoxes(
  tx: Tx,
  { municipality, boxes }: { readonly municipality: number; readonly boxes: readonly number[] },
): Promise<In<Calls['assign']['ok']>> {
  const ids = [...new Set(boxes)];
  await readMunicipality(tx, municipality);
  const times = await timesAround(tx, municipality);
  if (neverLit(times, null) === null)
    for (const own of await listOwnTimes(tx, { municipality_id: null, ids })) {
      const never = neverLit(times, own);
      if (never) throw refusals.boxNeverLit(never, 'boxes', own.serial);
    }
  // Of the towns that they come from, too.
  await forgetSums(tx, { boxes: ids });
  const assigned = await assignTo(tx, municipality, ids);
  if (assigned < ids.length) notFound();
  await forgetSums(tx, { boxes: ids.slice(0, 1) });
  await recordAudit(tx, 'lighting_box.assigned', String(municipality), { boxes: assigned });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return { assigned };
}

export const presentInputs = (inputs: StoredInputs): NonNullable<BoxStatus['digital_inputs']> => ({
  manual: inputs.manual ?? null,
  door_open: inputs.door_open ?? null,
  supply_ok: inputs.supply_ok ?? null,
  leakage: inputs.leakage ?? null,
});

/** The states of a line apart: what was asked, what is in force, what is measured. */
export const presentLineState = (row: LineRow): Omit<BoxStatus['lines'][number], 'should_be_on'> => ({
  line: row.line,
  target: row.target,
  target_at: isoOrNull(row.target_at),
  feedback: row.feedback,
  feedback_at: isoOrNull(row.feedback_at),
  breaker_tripped: row.breaker_tripped,
  measured_kw: row.measured_kw,
  measured_at: isoOrNull(row.measured_at),
});

const presentLine = ({ changed_at: _, ...row }: LineRow): PowerLine => ({
  ...row,
  ...presentLineState({ ...row, changed_at: null }),
});

/** The controller of a box; undefined where it has none. */
export async function controllerOf(tx: Tx, box_id: number): Promise<ControllerRow | undefined> {
  const [found] = await listControllers(tx, [box_id]);
  return found;
}

/** What a box is doing, and what it should be doing. @throws AppError not_found */
export async function presentStatus(
  tx: Tx,
  { box_id, digital_inputs }: Out<Calls['status']['query']>,
  now: Date,
): Promise<BoxStatus> {
  const box = await readBox(tx, box_id, now);
  const schedule = scheduleOfBox(box, await readSchedules(tx));
  const [lines, overrides, controller] = [
    await listLinesOf(tx, [box_id]),
    await listOverrides(tx, [box_id], now),
    await controllerOf(tx, box_id),
  ];
  const ends = overrides.map(({ override_until }) => override_until.getTime());
  return {
    box_id,
    state: box.state,
    heard_at: box.heard_at,
    fault: box.fault,
    auto_mode: box.auto_mode,
    override_until: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    lines: lines.map((row) => ({
      ...presentLineState(row),
      should_be_on: schedule ? wantedAt(schedule, row.line, now.getTime()).is_on : null,
    })),
    tonight: schedule ? tonightOf(schedule, now) : null,
    digital_inputs: digital_inputs === 'true' ? presentInputs(controller?.inputs ?? {}) : null,
  };
}

/** A page of lines. @throws AppError not_found for a box that is not the company's */
export async function presentLines(
  tx: Tx,
  { box_id, page, page_size }: Out<Calls['powerLines']['query']>,
  now: Date,
): Promise<{ count: number; results: PowerLine[] }> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  const { count, results } = await pageOfLines(tx, { box_id: box_id ?? null, page, page_size });
  return { count, results: results.map(presentLine) };
}

/** @throws AppError not_found */
export async function readLine(tx: Tx, id: number): Promise<PowerLine> {
  const found = await findLine(tx, id);
  return found ? presentLine(found) : notFound();
}

/** @throws AppError not_found; conflict where somebody saved in between, or its lamps burn */
export async function changeLine(
  tx: Tx,
  { id, version, ...fields }: Out<Calls['changePowerLine']['body']> & { readonly id: number },
  now: Date,
): Promise<PowerLine> {
  await hold(tx, 'power_line', id);
  const before = await readLine(tx, id);
  await assertVersion(before, version, () => before);
  if (before.enabled && fields.enabled === false)
    await assertDark(tx, await readBox(tx, before.box_id, now), [before.line]);
  await updateLine(tx, id, fields);
  await recordAudit(tx, 'power_line.changed', String(before.box_id), { line: before.line, ...fields });
  await notifyTopics(tx, ['lighting']);
  return readLine(tx, id);
}

/**
 * Power of a box: as its own meter says while it says something, else as its controller measured it as a whole, else the sum of
 * its lines, each as fresh as the oldest part of it; where there is nothing else, what the meter said last. @throws AppError not_found
 */
export async function computePower(
  tx: Tx,
  box_id: number,
  now: Date,
): Promise<In<Calls['powerComputed']['ok']>> {
  await readBox(tx, box_id, now);
  const [controller, lines] = [await controllerOf(tx, box_id), await listLinesOf(tx, [box_id])];
  const lit = lines.filter(({ feedback, breaker_tripped }) => feedback === true && breaker_tripped !== true);
  const loads = lit.flatMap(({ lamps_kw, load_nominal_kw }) => lamps_kw ?? load_nominal_kw ?? []);
  const expected_kw = lit.length > 0 && loads.length === lit.length ? loads.reduce((a, b) => a + b, 0) : null;
  const known = { box_id, expected_kw, lit_lines: lit.map(({ line }) => line) };
  const { is_fresh, ...meter } = await meterPower(tx, { box_id, device_id: null }, now);
  const said =
    meter.power_kw === null || meter.at === null
      ? { ...known, power_kw: null, at: null, source: null }
      : { ...known, power_kw: meter.power_kw, at: iso(meter.at), source: 'meter' as const };
  if (is_fresh) return said;
  if (controller?.power_kw != null && controller.power_at)
    return { ...known, power_kw: controller.power_kw, at: iso(controller.power_at), source: 'box' };
  const measured = lines.flatMap(({ measured_kw, measured_at }) =>
    measured_kw === null || measured_at === null ? [] : [{ measured_kw, at: measured_at.getTime() }],
  );
  if (measured.length === 0) return said;
  return {
    ...known,
    power_kw: measured.reduce((sum, one) => sum + one.measured_kw, 0),
    at: new Date(Math.min(...measured.map(({ at }) => at))).toISOString(),
    source: 'lines',
  };
}
