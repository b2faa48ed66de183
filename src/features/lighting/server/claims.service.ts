import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { iso, isoOrNull } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { BoxClaim, claimsCalls, RegisterMap } from '../claims.contract.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import {
  type ClaimRow,
  countWrong,
  endClaim,
  findClaim,
  insertClaim,
  insertClaimed,
  isSerialTaken,
  listRegisterMaps,
  noteClaimed,
  type ReadCode,
} from './claims.repository.ts';
import { wakeExecutor } from './commands.repository.ts';
import {
  findAskedDevice,
  findMoved,
  findPlace,
  holdDevice,
  holdPlaces,
  isPlaceTaken,
  type MovedBox,
  saveController,
  switchesAnother,
  takePlace,
} from './controllers.repository.ts';
import { addLines } from './lines.repository.ts';
import { refusals } from './refusals.ts';
import { assertCanSwitch, assertKnownMap, mayMap } from './register-maps.service.ts';

/** Wrong codes in an hour: of a device, and by a person. */
const MAX_WRONG = { of_device: 5, of_person: 20 } as const;

const presentClaim = ({ profile: _, ...row }: ClaimRow): BoxClaim => ({
  ...row,
  created_at: iso(row.created_at),
  ended_at: isoOrNull(row.ended_at),
});

/** @throws AppError not_found */
export async function readClaim(tx: Tx, id: number): Promise<BoxClaim> {
  const found = await findClaim(tx, id);
  return found ? presentClaim(found) : notFound();
}

/** Maps that a claim may name; who may switch alone sees those by a manager's word. */
export const readRegisterMaps = (tx: Tx): Promise<RegisterMap[]> => listRegisterMaps(tx, mayMap(tx));

/** The box that is claimed anew where its controller stands by now; undefined for a new one. */
async function boxAgain(
  tx: Tx,
  { device_id, serial, reg_number }: Pick<ClaimRow, 'device_id' | 'serial' | 'reg_number'>,
): Promise<MovedBox | undefined> {
  const moved = await findMoved(tx, device_id);
  return moved?.serial === serial && moved.reg_number === reg_number ? moved : undefined;
}

/** @throws AppError conflict where the device, or what answers at its place, belongs to another box */
async function assertFree(
  tx: Tx,
  { device_id, again }: { readonly device_id: number; readonly again: number | undefined },
): Promise<void> {
  const box_id = again ?? 0;
  if (await switchesAnother(tx, { box_id, device_id })) throw refusals.deviceTaken();
  if (await isPlaceTaken(tx, { box_id, place: await findPlace(tx, device_id) })) throw refusals.placeTaken();
}

/**
 * Asks for a box by its pairing code, which is read over the company's own port; one whose controller was moved is asked for anew.
 * @throws AppError not_found, conflict, limit
 */
export async function claimBox(
  tx: Tx,
  { device_id, serial, reg_number, code, profile = SIX_LINES }: Out<(typeof claimsCalls)['claim']['body']>,
  now: Date,
): Promise<BoxClaim> {
  await holdDevice(tx, device_id);
  const device = (await findAskedDevice(tx, device_id)) ?? notFound();
  assertCanSwitch(device);
  const again = await boxAgain(tx, { device_id, serial, reg_number });
  await assertFree(tx, { device_id, again: again?.box_id });
  // What was moved is written to by the map that it has: by the same its code is read.
  const map = again ? { ...again.profile, pairing: again.profile.pairing ?? profile.pairing } : profile;
  await assertKnownMap(tx, map);
  if (again === undefined && (await isSerialTaken(tx, serial))) throw refusals.serialTaken();
  const wrong = await countWrong(tx, { device_id, since: new Date(now.getTime() - HOUR_MS) });
  if (wrong.of_device >= MAX_WRONG.of_device || wrong.of_person >= MAX_WRONG.of_person)
    throw refusals.tooManyCodes();
  const id = await insertClaim(tx, { device_id, serial, reg_number, code, profile: map, now });
  await recordAudit(tx, 'lighting_box.asked_for', String(device_id), { claimed: serial });
  await wakeExecutor(tx);
  return readClaim(tx, id);
}

/** What reading the code came to: with the right one there is a box, unpaired, with its controller and lines, or the one that was moved again. */
export async function finishClaim(tx: Tx, read: ReadCode): Promise<void> {
  const claim = await findClaim(tx, read.id);
  if (!claim || !(await endClaim(tx, read))) return;
  const { device_id, serial } = claim;
  await holdDevice(tx, device_id);
  if (read.outcome === 'matched' && read.place !== null)
    await takeBox(tx, claim, { ...read, place: read.place });
  else
    await recordAudit(tx, 'lighting_box.not_claimed', String(device_id), {
      claimed: serial,
      outcome: read.outcome,
    });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
}

/** The box of a claim that matched; none where another has its device, what answers there or its serial number by now. */
async function takeBox(
  tx: Tx,
  claim: ClaimRow,
  { place, now }: { readonly place: string; readonly now: Date },
): Promise<void> {
  const { id, device_id, profile } = claim;
  const again = (await boxAgain(tx, claim))?.box_id;
  await holdPlaces(tx);
  if (await switchesAnother(tx, { box_id: again ?? 0, device_id })) return;
  if (await isPlaceTaken(tx, { box_id: again ?? 0, place })) return;
  const box_id = again ?? (await insertClaimed(tx, claim));
  if (box_id === undefined) return;
  await noteClaimed(tx, { id, box_id });
  if (again === undefined) {
    await saveController(tx, { box_id, device_id, profile, poll_s: 60, place, map_vouched: true }, now);
    await addLines(tx, box_id);
  } else await takePlace(tx, { box_id, place });
  await recordAudit(tx, 'lighting_box.claimed', String(box_id), { device_id });
}
