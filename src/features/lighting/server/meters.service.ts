import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { BoxDevice } from '../boxes.contract.ts';
import { readBox } from './boxes.service.ts';
import { findAskedDevice, holdDevice, switchesAnother } from './controllers.repository.ts';
import { presentDevices } from './devices.service.ts';
import { hold } from './hold.repository.ts';
import { deleteMeter, insertMeter } from './meters.repository.ts';
import { refusals } from './refusals.ts';

interface Meter {
  readonly box_id: number;
  readonly device_id: number;
}

/** Devices of a box. */
export async function devicesOf(tx: Tx, box_id: number, now: Date): Promise<BoxDevice[]> {
  const of = { box_id, municipality_id: null, device_id: null };
  return (await presentDevices(tx, { of, page: { page: 1, page_size: 100 }, now })).results;
}

/** A device that the person may not see is none to them. @throws AppError not_found; conflict where another box has it */
export async function assignMeter(tx: Tx, { box_id, device_id }: Meter, now: Date): Promise<BoxDevice[]> {
  await hold(tx, 'lighting_box', box_id);
  await readBox(tx, box_id, now);
  await holdDevice(tx, device_id);
  if (!(await findAskedDevice(tx, device_id))) notFound();
  if (await switchesAnother(tx, { box_id, device_id })) throw refusals.deviceTaken();
  if (!(await insertMeter(tx, { box_id, device_id }))) throw refusals.meterTaken();
  await recordAudit(tx, 'lighting_box.meter_assigned', String(box_id), { device_id });
  await notifyTopics(tx, ['lighting']);
  return devicesOf(tx, box_id, now);
}

/** @throws AppError not_found */
export async function removeMeter(tx: Tx, { box_id, device_id }: Meter): Promise<undefined> {
  if (!(await deleteMeter(tx, { box_id, device_id }))) notFound();
  await recordAudit(tx, 'lighting_box.meter_removed', String(box_id), { device_id });
  await notifyTopics(tx, ['lighting']);
}
