import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { isoOrNull } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { controllersCalls, IoController, IoStatus } from '../controllers.contract.ts';
import { holdsTimetable } from '../io-profile.model.ts';
import { controllerOf, presentInputs, presentLineState, readBox } from './boxes.service.ts';
import { isClaimed } from './claims.repository.ts';
import { wakeExecutor } from './commands.repository.ts';
import {
  type ControllerRow,
  findAskedDevice,
  findPlace,
  findTimetable,
  holdDevice,
  holdPlaces,
  isPlaceTaken,
  saveController,
  switchesAnother,
} from './controllers.repository.ts';
import { hold } from './hold.repository.ts';
import { addLines, listLinesOf } from './lines.repository.ts';
import { refusals } from './refusals.ts';
import { assertCanSwitch, assertMapStays } from './register-maps.service.ts';

type Calls = typeof controllersCalls;

async function presentController(tx: Tx, row: ControllerRow): Promise<IoController> {
  const { box_id, device_id, short_name, profile, poll_s, version } = row;
  const lines = (await listLinesOf(tx, [box_id])).map(presentLineState);
  return {
    box_id,
    device_id,
    short_name,
    profile,
    poll_s,
    own_timetable: holdsTimetable(profile),
    lines,
    version,
  };
}

/** The controller of a box, with its device's name. @throws AppError not_found */
export async function readController(tx: Tx, box_id: number): Promise<IoController> {
  const row = await withEveryPlant(tx, () => controllerOf(tx, box_id));
  return row ? presentController(tx, row) : notFound();
}

/**
 * A device that the person may not see is none to them; and what is written to is one whose pairing code somebody has read off it.
 * @returns where that was
 * @throws AppError not_found, conflict
 */
async function usablePlace(
  tx: Tx,
  { box_id, device_id }: { readonly box_id: number; readonly device_id: number },
): Promise<string> {
  await holdDevice(tx, device_id);
  const device = (await findAskedDevice(tx, device_id)) ?? notFound();
  assertCanSwitch(device);
  if (await switchesAnother(tx, { box_id, device_id })) throw refusals.deviceTaken();
  await holdPlaces(tx);
  const place = await findPlace(tx, device_id);
  if (await isPlaceTaken(tx, { box_id, place })) throw refusals.placeTaken();
  if (place === null || !(await isClaimed(tx, { device_id, place }))) throw refusals.notClaimed();
  return place;
}

/** @throws AppError not_found, conflict, forbidden */
export async function setController(
  tx: Tx,
  { box_id, device_id, profile, poll_s, version }: Out<Calls['setController']['body']>,
  now: Date,
): Promise<IoController> {
  await hold(tx, 'lighting_box', box_id);
  await readBox(tx, box_id, now);
  const before = await withEveryPlant(tx, () => controllerOf(tx, box_id));
  if (before) await assertVersion(before, version, () => presentController(tx, before));
  const place = before?.device_id === device_id ? undefined : await usablePlace(tx, { box_id, device_id });
  const claimed = place === undefined ? undefined : { device_id, place };
  const map_vouched = await assertMapStays(tx, { profile, before, claimed });
  await saveController(tx, { box_id, device_id, profile, poll_s, place, map_vouched }, now);
  await addLines(tx, box_id);
  await recordAudit(tx, 'io_controller.set', String(box_id), { device_id, poll_s });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return readController(tx, box_id);
}

/** What the controller of a box said last. @throws AppError not_found */
export async function presentIoStatus(tx: Tx, box_id: number): Promise<IoStatus> {
  const row = (await controllerOf(tx, box_id)) ?? notFound();
  const timetable = await findTimetable(tx, box_id);
  return {
    box_id,
    heard_at: isoOrNull(row.heard_at),
    fault: row.fault,
    fault_since: isoOrNull(row.fault_since),
    inputs: presentInputs(row.inputs),
    lines: (await listLinesOf(tx, [box_id])).map(presentLineState),
    clock_offset_s: row.clock_offset_s,
    clock_read_at: isoOrNull(row.clock_read_at),
    timetable: timetable
      ? {
          ...timetable,
          written_at: isoOrNull(timetable.written_at),
          compared_at: isoOrNull(timetable.compared_at),
        }
      : null,
  };
}
