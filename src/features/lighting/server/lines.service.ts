import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { boxesCalls, PowerLine } from '../boxes.contract.ts';
import { readBox, readLine } from './boxes.service.ts';
import { wakeExecutor } from './commands.repository.ts';
import { deleteLine, holdToDelete, insertLine } from './lines.repository.ts';
import { refusals } from './refusals.ts';

/** @throws AppError not_found; conflict where the box has the line */
export async function addLine(
  tx: Tx,
  asked: Out<(typeof boxesCalls)['addPowerLine']['body']>,
  now: Date,
): Promise<PowerLine> {
  const { box_id, ...fields } = asked;
  await readBox(tx, box_id, now);
  const id = await insertLine(tx, asked);
  if (id === undefined) throw refusals.lineThere(asked.line);
  await recordAudit(tx, 'power_line.created', String(box_id), fields);
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return readLine(tx, id);
}

/** What is switched, or has lamps, stays. @throws AppError not_found, conflict */
export async function removeLine(tx: Tx, id: number): Promise<undefined> {
  await holdToDelete(tx, id);
  const { box_id, line, enabled, lights } = await readLine(tx, id);
  if (enabled) throw refusals.lineInUse();
  if (lights > 0) throw refusals.lineHasLights(lights);
  await deleteLine(tx, id);
  await recordAudit(tx, 'power_line.removed', String(box_id), { line });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
}
