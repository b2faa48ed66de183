import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { BoxClaim, claimsCalls } from '../claims.contract.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import {
  type ClaimRow,
  countWrong,
  endClaim,
  findClaim,
  insertClaim,
  insertClaimed,
  isSerialTaken,
} from './claims.repository.ts';
import { wakeExecutor } from './commands.repository.ts';
import { findAskedDevice, holdDevice, saveController, switchesAnother } from './controllers.repository.ts';
import { iso, isoOrNull } from './iso.ts';
import { addLines } from './lines.repository.ts';
import { refusals } from './refusals.ts';

/** Wrong codes in an hour: of a device, and by a person. */
const MOST_WRONG = { of_device: 5, of_person: 20 } as const;

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

/** Asks for a box by its pairing code, which is read over the company's own port. @throws AppError not_found, conflict, limit */
export async function claimBox(
  tx: Tx,
  { device_id, serial, reg_number, code }: Out<(typeof claimsCalls)['claim']['body']>,
  now: Date,
): Promise<BoxClaim> {
  await holdDevice(tx, device_id);
  const device = (await findAskedDevice(tx, device_id)) ?? notFound();
  if (!device.has_port) throw refusals.noPort();
  if (await switchesAnother(tx, { box_id: 0, device_id })) throw refusals.deviceTaken();
  if (await isSerialTaken(tx, serial)) throw refusals.serialTaken();
  const wrong = await countWrong(tx, { device_id, since: new Date(now.getTime() - HOUR_MS) });
  if (wrong.of_device >= MOST_WRONG.of_device || wrong.of_person >= MOST_WRONG.of_person)
    throw refusals.tooManyCodes();
  const id = await insertClaim(tx, { device_id, serial, reg_number, code, profile: SIX_LINES, now });
  await recordAudit(tx, 'lighting_box.asked_for', String(device_id), { claimed: serial });
  await wakeExecutor(tx);
  return readClaim(tx, id);
}

/** What reading the code came to: with the right one there is a box, unpaired, with its controller and lines. */
export async function finishClaim(
  tx: Tx,
  {
    id,
    outcome,
    now,
  }: { readonly id: number; readonly outcome: 'matched' | 'wrong' | 'silent'; readonly now: Date },
): Promise<void> {
  const claim = await findClaim(tx, id);
  if (!claim || !(await endClaim(tx, { id, state: outcome, now }))) return;
  const { device_id, serial, profile } = claim;
  await holdDevice(tx, device_id);
  if (outcome !== 'matched') {
    await recordAudit(tx, 'lighting_box.not_claimed', String(device_id), { claimed: serial, outcome });
  } else if (!(await switchesAnother(tx, { box_id: 0, device_id }))) {
    const box_id = await insertClaimed(tx, claim);
    if (box_id !== undefined) {
      await saveController(tx, { box_id, device_id, profile, poll_s: 60 }, now);
      await addLines(tx, box_id);
      await recordAudit(tx, 'lighting_box.claimed', String(box_id), { device_id });
    }
  }
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
}
