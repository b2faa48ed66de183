import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { EnergyMeter, EnergyMeterChange, NewEnergyMeter } from '../meters.contract.ts';
import { KNOWN_MODELS } from '../meters.model.ts';
import { endOfRemoved } from './difference-alarms.ts';
import { serialTaken } from './meter-faults.ts';
import {
  countMeters,
  deleteMeter,
  holdMeter,
  insertMeter,
  isSerialTaken,
  listMeters,
  listModels,
  listSectionsWithMeters,
  type MeterRow,
  standsIn,
  updateMeter,
  type WantedMeters,
} from './meters.repository.ts';

const MAX_METERS = 5000;

function tooManyListed(): never {
  const message = `More than ${MAX_METERS} meters are not listed at once: ask for a plant, a role, or those in use`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'proj_code', message, code: 'too_many_listed', params: { most: MAX_METERS } }],
  });
}

/** Meters as they are answered. @throws AppError invalid where they are too many for one answer */
export async function metersOf(tx: Tx, wanted: WantedMeters): Promise<EnergyMeter[]> {
  const rows = await listMeters(tx, { ...wanted, most: MAX_METERS + 1 });
  return rows.length > MAX_METERS ? tooManyListed() : rows.map(present);
}

export function present(row: MeterRow): EnergyMeter {
  const { plant_id: _, nominal_kw: __, last_hash: ___, retired_at, last_at, ...same } = row;
  return {
    ...same,
    retired_at: retired_at?.toISOString() ?? null,
    last_at: last_at?.toISOString() ?? null,
  };
}

export async function findMeter(tx: Tx, wanted: { id?: number; serial_number?: string }): Promise<MeterRow> {
  return (await listMeters(tx, wanted))[0] ?? notFound();
}

/** Tells everybody's pages. */
export const tellMeters = (tx: Tx): Promise<void> => notifyTopics(tx, ['energy_meters']);

type Placed = Pick<NewEnergyMeter, 'section_id' | 'device_id' | 'from_on' | 'to_on'>;

/** Judges what only the whole of a meter shows. @throws AppError each fault at its field */
async function judge(tx: Tx, plant_id: number, meter: Placed): Promise<void> {
  const { section_id, device_id, from_on, to_on } = meter;
  if (to_on !== null && to_on < from_on)
    refuseField('to_on', 'end_before_start', 'The last day lies before the first');
  if (section_id === null && device_id === null) return;
  const stands = await standsIn(tx, { plant_id, section_id, device_id });
  if (section_id !== null && !stands.section)
    unknownOf('section_id', 'There is no such section in this plant');
  if (device_id !== null && !stands.device) unknownOf('device_id', 'There is no such device in this plant');
}

/** @throws AppError not_found for what a field names and the scope does not see */
function unknownOf(path: string, message: string): never {
  throw new AppError('not_found', message, {
    errors: [{ path, message, code: `unknown_${path.slice(0, -3)}` }],
  });
}

/** Adds a meter. @throws AppError not_found; invalid; conflict where the serial number is taken */
export async function createMeter(tx: Tx, { proj_code, ...given }: NewEnergyMeter): Promise<EnergyMeter> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const plant_id = plant?.id ?? notFound();
  await judge(tx, plant_id, given);
  if ((await countMeters(tx)) >= MAX_METERS) throw tooMany(MAX_METERS);
  if (await isSerialTaken(tx, given.serial_number)) throw serialTaken();
  const id = await insertMeter(tx, { ...given, plant_id });
  if (id === undefined) throw serialTaken();
  await recordAudit(tx, 'energy_meter.created', String(id), {
    serial_number: given.serial_number,
    proj_code,
  });
  await tellMeters(tx);
  return present(await findMeter(tx, { id }));
}

/** What the readings that stand already mean must not change under them. @throws AppError conflict */
function assertSameCount(before: MeterRow, changes: Partial<EnergyMeterChange>): void {
  const field = (['constant_k', 'digits'] as const).find((name) => changes[name] !== undefined);
  if (field === undefined || before.lines === 0) return;
  const message =
    'The meter has readings, which mean something only with the K and the digits that they were written with: write a swap';
  throw new AppError('conflict', message, { errors: [{ path: field, message, code: 'has_readings' }] });
}

/** Changes a meter by its serial number. @throws AppError not_found; invalid; conflict */
export async function changeMeter(
  tx: Tx,
  serial_number: string,
  { version, ...sent }: EnergyMeterChange,
): Promise<EnergyMeter> {
  const { id } = await findMeter(tx, { serial_number });
  const held = (await holdMeter(tx, id)) ?? notFound();
  const before = await findMeter(tx, { id });
  await assertVersion(held, version, () => present(before));
  const changes = changedFields(before, definedFields(sent));
  if (Object.keys(changes).length === 0) return present(before);
  assertSameCount(before, changes);
  await judge(tx, before.plant_id, { ...before, ...changes });
  await updateMeter(tx, id, changes);
  await recordAudit(tx, 'energy_meter.changed', String(id), { serial_number, fields: Object.keys(changes) });
  await tellMeters(tx);
  return present(await findMeter(tx, { id }));
}

/** Deletes a meter that has no readings; retires one that has some. What it differed by ends with it. */
export async function removeMeter(tx: Tx, id: number, now: Date): Promise<void> {
  const held = (await holdMeter(tx, id)) ?? notFound();
  const { serial_number, retired_at } = await findMeter(tx, { id });
  if (retired_at) return;
  await endOfRemoved(tx, [id], now);
  if (held.lines === 0) await deleteMeter(tx, id);
  else await updateMeter(tx, id, { retired_at: now });
  const action = held.lines === 0 ? 'energy_meter.removed' : 'energy_meter.retired';
  await recordAudit(tx, action, String(id), { serial_number });
  await tellMeters(tx);
}

/** Models that the company has, and those that are known beside them. */
export async function modelsOf(tx: Tx): Promise<{ model: string; digits: number | null; meters: number }[]> {
  const own = await listModels(tx);
  const has = new Set(own.map(({ model }) => model.toLowerCase()));
  const others = KNOWN_MODELS.filter(({ model }) => !has.has(model.toLowerCase()));
  return [...own, ...others.map((known) => ({ ...known, meters: 0 }))];
}

/** The sections of the plant of a meter. @throws AppError not_found */
export async function sectionsOfMeter(tx: Tx, id: number) {
  const { plant_id, section_id } = await findMeter(tx, { id });
  const sections = await listSectionsWithMeters(tx, plant_id);
  return sections.map((section) => ({ ...section, own: section.id === section_id }));
}
