import { isDeepStrictEqual } from 'node:util';
import type { FieldFault } from '../../../shared/contract/client.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Written } from '../../../shared/server/records/record-book-kind.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Downtime, downtimeBook, NewDowntime } from '../downtimes.contract.ts';
import { type Extent, powerShare } from '../power-share.model.ts';
import { holdCause } from './causes.repository.ts';
import { findPlant, findSection, listPlacesOfDevices, listPlantsOfAlarms } from './downtimes.repository.ts';
import { loadKnownPlant } from './known-plants.ts';

export type WrittenDowntime = Written<typeof downtimeBook>;
/** What a downtime is after it is written. */
type Whole = Omit<NewDowntime, 'proj_code'>;

/** A clock that goes a little ahead of this one says nothing of the future. */
const AHEAD_MS = 60_000;
const EARLIEST = '2000-01-01T00:00:00Z';

/** The devices that a downtime stands for; null for the whole plant. */
export interface Resolved {
  readonly extent: Extent;
  readonly device_ids: readonly number[] | null;
}

const fault = (
  path: string,
  code: string,
  message: string,
  params: FieldFault['params'] = {},
): FieldFault => ({
  path,
  code,
  message,
  params,
});

/** What is wrong with when it was. // spec §5 */
function timeFaults({ start, stop }: Pick<Whole, 'start' | 'stop'>, now: Date): FieldFault[] {
  const began = Date.parse(start);
  const faults: FieldFault[] = [];
  if (began > now.getTime() + AHEAD_MS)
    faults.push(fault('start', 'in_future', 'A downtime cannot begin in the future'));
  if (began < Date.parse(EARLIEST))
    faults.push(fault('start', 'too_early', 'A downtime cannot begin before 2000'));
  if (stop !== null && Date.parse(stop) <= began)
    faults.push(fault('stop', 'not_after_start', 'A downtime must end after it began'));
  return faults;
}

/**
 * What a downtime stands for, with what is wrong about it.
 * @throws AppError not_found for what the scope may not see
 */
async function resolve(
  tx: Tx,
  plant_id: number,
  { section_id, device_ids }: Pick<Whole, 'section_id' | 'device_ids'>,
): Promise<Resolved & { faults: FieldFault[] }> {
  const both = section_id !== null && device_ids.length > 0;
  const message = 'Name a section or devices, not both';
  const faults = both ? [fault('device_ids', 'section_or_devices', message)] : [];
  if (section_id !== null) {
    const section = (await findSection(tx, section_id)) ?? notFound();
    if (section.plant_id !== plant_id)
      faults.push(fault('section_id', 'section_elsewhere', 'This section belongs to another plant'));
    return { extent: 'section', device_ids: section.device_ids, faults };
  }
  if (device_ids.length === 0) return { extent: 'plant', device_ids: null, faults };
  const found = await listPlacesOfDevices(tx, device_ids);
  if (found.length < new Set(device_ids).size) notFound();
  const elsewhere = found
    .filter((device) => device.plant_id !== plant_id)
    .map(({ short_name }) => short_name);
  const devices = elsewhere.join(', ');
  if (devices !== '')
    faults.push(fault('device_ids', 'device_elsewhere', `Of another plant: ${devices}`, { devices }));
  return { extent: 'devices', device_ids, faults };
}

/** @throws AppError not_found for a cause or an alarm that the scope may not see */
async function otherFaults(
  tx: Tx,
  { plant_id, before, whole }: { plant_id: number; before: WrittenDowntime['before']; whole: Whole },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  if (whole.cause_id !== before?.cause_id) {
    const cause = (await holdCause(tx, whole.cause_id)) ?? notFound();
    if (cause.retired)
      faults.push(
        fault('cause_id', 'cause_retired', 'This cause is retired: choose one that is still in use'),
      );
  }
  const alarm_ids = isDeepStrictEqual(before?.alarm_ids, whole.alarm_ids) ? [] : whole.alarm_ids;
  const alarms = alarm_ids.length === 0 ? [] : await listPlantsOfAlarms(tx, alarm_ids);
  if (alarms.length < new Set(alarm_ids).size) notFound();
  if (alarms.some((alarm) => alarm.plant_id !== plant_id))
    faults.push(fault('alarm_ids', 'alarm_elsewhere', 'An alarm of another plant cannot be a part of it'));
  return faults;
}

async function shareOf(
  tx: Tx,
  plant: { plant_id: number; proj_code: string },
  { device_ids }: Resolved,
): Promise<number | null> {
  if (device_ids === null) return 100;
  const known = await loadKnownPlant(tx, plant);
  return known ? powerShare(known, new Set(device_ids)) : null;
}

interface Share {
  readonly percentage?: number;
  readonly percentage_by?: 'devices' | 'hand';
}

/** The share that a person says: what is sent back as it is stored says nothing, unless it is made a person's. */
function percentageSaid({ before, given }: Pick<WrittenDowntime, 'before' | 'given'>) {
  const byHand = 'percentage_by' in given && given.percentage_by === 'hand';
  return before && !byHand && given.percentage === before.percentage ? undefined : given.percentage;
}

/** The share that is out of service, and who says so; nothing where both stay. */
async function percentageOf(
  tx: Tx,
  plant: { plant_id: number; proj_code: string },
  {
    written: { before, given },
    resolved,
    isNew,
  }: { written: WrittenDowntime; resolved: Resolved; isNew: boolean },
): Promise<Share | FieldFault> {
  const said = percentageSaid({ before, given });
  if (typeof said === 'number') return { percentage: said, percentage_by: 'hand' };
  if (said === undefined && (before?.percentage_by === 'hand' || !isNew)) return {};
  const percentage = await shareOf(tx, plant, resolved);
  if (percentage !== null) return { percentage, percentage_by: 'devices' };
  return fault(
    'percentage',
    'share_unknown',
    'The power of what stood still is not known: say the percentage',
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  other === undefined || isDeepStrictEqual(one, other);

/** Whether something else is named than before. What was named stays, even where it is gone by now. */
const namesAnew = ({ before, given }: WrittenDowntime): boolean =>
  before === null ||
  !isSame(before.section_id, given.section_id) ||
  !isSame(before.device_ids, given.device_ids);

const asBefore = ({ extent, devices }: Downtime): Resolved & { faults: FieldFault[] } => ({
  extent,
  faults: [],
  device_ids: extent === 'plant' ? null : devices.map(({ device_id }) => device_id),
});

export interface CheckedDowntime extends Resolved {
  readonly plant_id: number;
  /** Whether the devices that it stands for are others now. */
  readonly isNew: boolean;
  readonly columns: object;
}

/**
 * Judges what a person writes of a downtime, and says what is to be stored.
 * @throws AppError invalid, each fault at its field; not_found for what the scope may not see
 */
export async function checkWritten(tx: Tx, written: WrittenDowntime): Promise<CheckedDowntime> {
  const { before, given, now } = written;
  const proj_code = before ? before.proj_code : given.proj_code;
  const { id: plant_id } = (await findPlant(tx, proj_code)) ?? notFound();
  const whole = { ...before, ...given } as Whole;
  const isNew = namesAnew(written);
  const resolved = before && !isNew ? asBefore(before) : await resolve(tx, plant_id, whole);
  const errors = [
    ...timeFaults(whole, now),
    ...resolved.faults,
    ...(await otherFaults(tx, { plant_id, before, whole })),
  ];
  const place = { plant_id, proj_code };
  const share = errors.length > 0 ? undefined : await percentageOf(tx, place, { written, resolved, isNew });
  if (share && 'code' in share) errors.push(share);
  const [first] = errors;
  if (first) throw new AppError('invalid', first.message, { errors });
  const { start, stop, intervention, repair_cost, energy_hand, earning_hand, ...rest } = given;
  const { device_ids: _, alarm_ids: _a, percentage: _p, ...same } = rest;
  const {
    proj_code: _c,
    percentage_by: _b,
    ...own
  } = {
    proj_code: undefined,
    percentage_by: undefined,
    ...same,
  };
  return {
    plant_id,
    isNew,
    extent: resolved.extent,
    device_ids: resolved.device_ids,
    columns: {
      ...own,
      ...share,
      extent: resolved.extent,
      ...(before ? {} : { plant_id }),
      start_at: start,
      stop_at: stop,
      intervention_at: intervention,
      repair_cost_eur: repair_cost,
      energy_hand_kwh: energy_hand,
      earning_hand_eur: earning_hand,
    },
  };
}
