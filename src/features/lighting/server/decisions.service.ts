import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { iso } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CommandBatch } from '../controllers.contract.ts';
import { EXPIRES_MS } from '../lighting.model.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';
import {
  type CommandRow,
  decideCommands,
  findCommand,
  holdWaitingWith,
  listBatches,
  listByKeys,
  supersede,
  wakeExecutor,
} from './commands.repository.ts';
import { refusals } from './refusals.ts';
import { NAMED_BOXES, presentCommands } from './switching.service.ts';

/** What waits for a second person, each asking as one, the newest first. */
export async function readBatches(tx: Tx, now: Date): Promise<CommandBatch[]> {
  const rows = await listBatches(tx, now);
  const names = await listMemberNames(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    who: user_id === null ? null : { id: user_id, name: names.get(user_id) ?? '' },
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
  }));
}

interface Decision {
  readonly accept: boolean;
  readonly now: Date;
}

/** The key of the request that a command came of. */
const requestOf = ({ key }: CommandRow): string => key.slice(0, key.lastIndexOf('/'));

async function audit(tx: Tx, decided: readonly CommandRow[], accepted: boolean): Promise<void> {
  const boxes = [...new Set(decided.map(({ box_id }) => box_id))];
  if (boxes.length <= NAMED_BOXES) {
    for (const id of boxes) await recordAudit(tx, 'lighting_box.decided', String(id), { accepted });
    return;
  }
  const lines = decided.reduce((sum, one) => sum + one.lines.length, 0);
  const command_key = decided.slice(0, 1).map(requestOf).join('');
  const detail = { boxes: boxes.length, lines, accepted, command_key };
  await recordAudit(tx, 'lighting_box.decided_many', '', detail);
}

/** Says yes or no to commands. Answers how they stand then, those too that did not wait any more. @throws AppError conflict where none waits, or who asked accepts */
async function decideOn(
  tx: Tx,
  asked: readonly CommandRow[],
  { accept, now }: Decision,
): Promise<LightingCommand[]> {
  if (accept && asked.some(({ user_id }) => user_id === tx.scope.user_id)) throw refusals.ownWord();
  const expires_at = new Date(now.getTime() + EXPIRES_MS.person);
  const ids = asked.map(({ id }) => id);
  const decided = new Set(await decideCommands(tx, { ids, accept, expires_at, now }));
  const own = asked.filter(({ id }) => decided.has(id));
  if (own.length === 0) throw refusals.notWaiting();
  if (accept)
    await supersede(
      tx,
      own.map(({ key }) => key),
      now,
    );
  await audit(tx, own, accept);
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return presentCommands(
    tx,
    await listByKeys(
      tx,
      asked.map(({ key }) => key),
    ),
  );
}

/** Another person's word on a command that waits for it. @throws AppError not_found, conflict */
export async function decide(
  tx: Tx,
  { id, ...decision }: Decision & { readonly id: number },
): Promise<LightingCommand> {
  const command = (await findCommand(tx, id)) ?? notFound();
  if (command.state !== 'proposed') throw refusals.notWaiting();
  const [decided] = await decideOn(tx, [command], decision);
  return decided ?? notFound();
}

/**
 * The same on all commands that were asked for together with one and wait. None is ever added to them, so that as many as were
 * shown are those that were shown. @throws AppError not_found, conflict where others wait by now
 */
export async function decideBatch(
  tx: Tx,
  { id, commands, ...decision }: Decision & { readonly id: number; readonly commands: number },
): Promise<LightingCommand[]> {
  const { key } = (await findCommand(tx, id)) ?? notFound();
  const waiting = await holdWaitingWith(tx, key, decision.now);
  if (waiting.length === 0) throw refusals.notWaiting();
  if (waiting.length !== commands) throw refusals.othersWait(waiting.length);
  return decideOn(tx, waiting, decision);
}
