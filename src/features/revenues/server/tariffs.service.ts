import { contoEnergiaFee, gseFee } from '../../../energy/community/other-money.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { cents } from '../../../shared/units/money.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { NewTariff, Tariff, TariffChange, tariffsCalls } from '../tariffs.contract.ts';
import { stepFault, type TariffStep } from '../tariffs.model.ts';
import { findEarningPlant } from './energy.repository.ts';
import { repricePlant } from './reprice.ts';
import {
  deleteTariff,
  holdTariff,
  insertTariff,
  listTariffs,
  type TariffRow,
  tellTariffsChanged,
  updateTariff,
} from './tariffs.repository.ts';

const present = ({ plant_id: _, ...row }: TariffRow): Tariff => row;

async function tell(tx: Tx): Promise<void> {
  await notifyTopics(tx, ['tariffs', 'revenues']);
  await tellTariffsChanged(tx);
}

const FAULTS = {
  hole: 'Between this step and the one before there are days without any',
  overlap: 'This step begins before the one before it has ended',
  end_before_start: 'The last day lies before the first',
  not_last: 'Only the last step may have no end',
} as const;

/** @throws AppError invalid, with the step that is wrong */
function judge(steps: readonly TariffStep[]): void {
  const fault = stepFault(steps);
  if (!fault) return;
  const message = FAULTS[fault.code];
  const path = `steps.${fault.step}.${fault.code === 'end_before_start' || fault.code === 'not_last' ? 'to_on' : 'from_on'}`;
  throw new AppError('invalid', message, {
    errors: [{ path, message, code: fault.code, params: { step: fault.step + 1 } }],
  });
}

async function findTariff(tx: Tx, id: number): Promise<Tariff> {
  const [row] = await listTariffs(tx, { id });
  return row ? present(row) : notFound();
}

async function createTariff(tx: Tx, { proj_code, ...given }: NewTariff): Promise<Tariff> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  const plant_id = plant?.id ?? notFound();
  judge(given.steps);
  const id = await insertTariff(tx, { ...given, plant_id });
  await repricePlant(tx, plant_id);
  await recordAudit(tx, 'tariff.created', String(id), { name: given.name, proj_code });
  await tell(tx);
  return findTariff(tx, id);
}

async function changeTariff(tx: Tx, id: number, { version, ...sent }: TariffChange): Promise<Tariff> {
  const held = (await holdTariff(tx, id)) ?? notFound();
  const before = await findTariff(tx, id);
  await assertVersion(held, version, () => before);
  const changes = changedFields(before, definedFields(sent));
  if (Object.keys(changes).length === 0) return before;
  if (changes.steps) judge(changes.steps);
  await updateTariff(tx, id, changes);
  await repricePlant(tx, held.plant_id);
  await recordAudit(tx, 'tariff.changed', String(id), { name: before.name, fields: Object.keys(changes) });
  await tell(tx);
  return findTariff(tx, id);
}

async function removeTariff(tx: Tx, id: number): Promise<void> {
  const { plant_id } = (await holdTariff(tx, id)) ?? notFound();
  const { name } = (await deleteTariff(tx, id)) ?? notFound();
  await repricePlant(tx, plant_id);
  await recordAudit(tx, 'tariff.removed', String(id), { name });
  await tell(tx);
}

/** What GSE asks for a plant each year. @throws AppError not_found */
async function feesOf(tx: Tx, proj_code: string) {
  const { nominal_kw } = (await findEarningPlant(tx, proj_code)) ?? notFound();
  const of = (fee: (kw: number) => number) => (nominal_kw === null ? null : cents(fee(nominal_kw)));
  return { nominal_kw, gse_eur: of(gseFee), conto_energia_eur: of(contoEnergiaFee) };
}

export const tariffsHandlers: Handlers<typeof tariffsCalls> = {
  list: async ({ tx, query }) => (await listTariffs(tx, query)).map(present),
  create: ({ tx, body }) => createTariff(tx, body),
  update: ({ tx, params, body }) => changeTariff(tx, params.id, body),
  remove: ({ tx, params }) => removeTariff(tx, params.id),
  fees: ({ tx, query }) => feesOf(tx, query.proj_code),
};
