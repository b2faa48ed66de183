import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { Guarantee, GuaranteeChange, guaranteesCalls, NewGuarantee } from '../guarantees.contract.ts';
import { standingsOf } from './guarantee-standings.ts';
import {
  deleteGuarantee,
  holdGuarantee,
  insertGuarantee,
  listGuarantees,
  updateGuarantee,
} from './guarantees.repository.ts';

const tell = (tx: Tx): Promise<void> => notifyTopics(tx, ['guarantees']);

/** @throws AppError invalid where it ends before it begins */
function judge({ from_on, to_on }: Pick<Guarantee, 'from_on' | 'to_on'>): void {
  if (to_on === null || from_on <= to_on) return;
  const message = 'The last day lies before the first';
  throw new AppError('invalid', message, { errors: [{ path: 'to_on', message, code: 'end_before_start' }] });
}

async function findGuarantee(tx: Tx, id: number): Promise<Guarantee> {
  const [row] = await listGuarantees(tx, { id });
  return row ?? notFound();
}

async function createGuarantee(tx: Tx, { proj_code, ...given }: NewGuarantee): Promise<Guarantee> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const plant_id = plant?.id ?? notFound();
  judge(given);
  const id = await insertGuarantee(tx, plant_id, given);
  await recordAudit(tx, 'guarantee.created', String(id), { name: given.name, proj_code });
  await tell(tx);
  return findGuarantee(tx, id);
}

async function changeGuarantee(
  tx: Tx,
  id: number,
  { version, ...sent }: GuaranteeChange,
): Promise<Guarantee> {
  const held = (await holdGuarantee(tx, id)) ?? notFound();
  const before = await findGuarantee(tx, id);
  await assertVersion(held, version, () => before);
  const changes = changedFields(before, definedFields(sent));
  if (Object.keys(changes).length === 0) return before;
  judge({ ...before, ...changes });
  await updateGuarantee(tx, id, changes);
  await recordAudit(tx, 'guarantee.changed', String(id), { name: before.name, fields: Object.keys(changes) });
  await tell(tx);
  return findGuarantee(tx, id);
}

async function removeGuarantee(tx: Tx, id: number): Promise<void> {
  const { name } = (await deleteGuarantee(tx, id)) ?? notFound();
  await recordAudit(tx, 'guarantee.removed', String(id), { name });
  await tell(tx);
}

export const guaranteesHandlers: Handlers<typeof guaranteesCalls> = {
  list: ({ tx, query }) => listGuarantees(tx, query),
  create: ({ tx, body }) => createGuarantee(tx, body),
  update: ({ tx, params, body }) => changeGuarantee(tx, params.id, body),
  remove: ({ tx, params }) => removeGuarantee(tx, params.id),
  standings: ({ tx, query, now }) => standingsOf(tx, query, now),
};
