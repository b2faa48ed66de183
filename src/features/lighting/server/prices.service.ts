import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PodPrice, pricesCalls } from '../prices.contract.ts';
import { hold } from './hold.repository.ts';
import {
  deletePrice,
  findPrice,
  insertPrice,
  isDayTaken,
  pageOfPrices,
  updatePrice,
} from './prices.repository.ts';
import { refusals } from './refusals.ts';
import { forgetSums } from './sums.repository.ts';

type Calls = typeof pricesCalls;

const readPrice = async (tx: Tx, id: number): Promise<PodPrice> => (await findPrice(tx, id)) ?? notFound();

/** A page of prices. */
export const presentPrices = (
  tx: Tx,
  { search, ...page }: Out<Calls['list']['query']>,
): Promise<{ count: number; results: PodPrice[] }> => pageOfPrices(tx, search || null, page);

/** @throws AppError conflict where the supply point has a price from this day on */
export async function createPrice(tx: Tx, price: Out<Calls['create']['body']>): Promise<PodPrice> {
  const id = await insertPrice(tx, price);
  if (id === undefined) throw refusals.dayTaken();
  const { pod, from_day, eur_kwh } = price;
  await recordAudit(tx, 'pod_price.created', String(id), { price_from: from_day, eur_kwh });
  await forgetSums(tx, { pods: [pod] });
  await notifyTopics(tx, ['lighting']);
  return readPrice(tx, id);
}

/** @throws AppError not_found; conflict where the day is taken, or somebody saved in between */
export async function changePrice(
  tx: Tx,
  id: number,
  { version, ...fields }: Out<Calls['change']['body']>,
): Promise<PodPrice> {
  await hold(tx, 'pod_price', id);
  const before = await readPrice(tx, id);
  await assertVersion(before, version, () => before);
  const { pod, from_day, eur_kwh } = { ...before, ...fields };
  if (from_day !== undefined && (await isDayTaken(tx, { id, pod, from_day }))) throw refusals.dayTaken();
  await updatePrice(tx, id, fields);
  await recordAudit(tx, 'pod_price.changed', String(id), { price_from: from_day, eur_kwh });
  await forgetSums(tx, { pods: [pod] });
  await notifyTopics(tx, ['lighting']);
  return readPrice(tx, id);
}

/** @throws AppError not_found */
export async function removePrice(tx: Tx, id: number): Promise<undefined> {
  const { pod, from_day, eur_kwh } = await readPrice(tx, id);
  await deletePrice(tx, id);
  await recordAudit(tx, 'pod_price.removed', String(id), { price_from: from_day, eur_kwh });
  await forgetSums(tx, { pods: [pod] });
  await notifyTopics(tx, ['lighting']);
}
