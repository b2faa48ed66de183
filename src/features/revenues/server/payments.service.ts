import { recordAudit } from '../../../shared/server/audit.ts';
import { changedFields, definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { sumOfCents } from '../../../shared/units/money.ts';
import { dayAfterMonth, monthsOfYear } from '../../../shared/units/months.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import { likenessOf, type PaymentFaultCode, readPayments } from '../payment-file.model.ts';
import type {
  ImportedPayments,
  NewPayment,
  PaymentBalance,
  PaymentChange,
  ReceivedPayment,
  receivedPaymentsCalls,
} from '../payments.contract.ts';
import { balanceOf, isPaid, type PaymentEntry } from '../payments.model.ts';
import {
  deletePayment,
  holdPayment,
  holdReferences,
  insertPayments,
  listBooked,
  listPayments,
  type PaymentRow,
  updatePayment,
} from './payments.repository.ts';
import type { PlantYear } from './revenue-question.public.ts';
import { type AskingRevenue, revenuesOf } from './revenues.ts';

const present = ({ plant_id: _, ...row }: PaymentRow): ReceivedPayment => row;
const tell = (tx: Tx): Promise<void> => notifyTopics(tx, ['received_payments']);

async function plantOf(tx: Tx, proj_code: string): Promise<number> {
  const [plant] = await plantCodes.find(tx, [proj_code], plantFilter(tx.scope));
  return plant?.id ?? notFound();
}

/** @throws AppError invalid where a difference is accepted without a reason */
function judge({ entry, note }: { readonly entry: PaymentEntry; readonly note: string }): void {
  if (entry === 'adjustment' && note === '')
    refuseField('note', 'reason_missing', 'Say why the difference is accepted');
}

/** @throws AppError invalid where another payment of the plant has the reference */
async function judgeReference(
  tx: Tx,
  { plant_id, reference, but }: { plant_id: number; reference: string; but?: number },
): Promise<void> {
  const booked = await holdReferences(tx, plant_id);
  const other = reference === '' ? undefined : booked.get(reference);
  if (other !== undefined && other !== but)
    refuseField('reference', 'known', 'A document with this reference is booked already');
}

async function findPayment(tx: Tx, id: number): Promise<ReceivedPayment> {
  const [row] = await listPayments(tx, { id });
  return row ? present(row) : notFound();
}

async function createPayment(tx: Tx, { proj_code, ...given }: NewPayment): Promise<ReceivedPayment> {
  const plant_id = await plantOf(tx, proj_code);
  judge(given);
  await judgeReference(tx, { plant_id, reference: given.reference });
  const [id = 0] = await insertPayments(tx, { plant_id, source: 'hand' }, [given]);
  await recordAudit(tx, 'payment.booked', String(id), { proj_code, month: given.month });
  await tell(tx);
  return findPayment(tx, id);
}

async function changePayment(
  tx: Tx,
  id: number,
  { version, ...sent }: PaymentChange,
): Promise<ReceivedPayment> {
  const held = (await holdPayment(tx, id)) ?? notFound();
  const before = await findPayment(tx, id);
  await assertVersion(held, version, () => before);
  const changes = changedFields(before, definedFields(sent));
  if (Object.keys(changes).length === 0) return before;
  const after = { ...before, ...changes };
  judge(after);
  await judgeReference(tx, { plant_id: held.plant_id, reference: after.reference, but: id });
  await updatePayment(tx, id, changes);
  await recordAudit(tx, 'payment.changed', String(id), {
    proj_code: before.proj_code,
    month: after.month,
    fields: Object.keys(changes),
  });
  await tell(tx);
  return findPayment(tx, id);
}

async function removePayment(tx: Tx, id: number): Promise<void> {
  const { proj_code } = await findPayment(tx, id);
  const { month } = (await deletePayment(tx, id)) ?? notFound();
  await recordAudit(tx, 'payment.removed', String(id), { proj_code, month });
  await tell(tx);
}

const LINE_FAULTS: Readonly<Record<PaymentFaultCode, string>> = {
  head: 'The first line must name the columns month and amount, and lines must follow',
  month: 'The month is none: write MM/YYYY',
  kind: 'No tariff is called so: leave it empty, or write Conto Energia, RID, FER-X, market or fixed',
  amount: 'The amount is no number, or could mean two',
  date: 'The date is none: write DD/MM/YYYY',
  other_plant: 'The line is of another plant',
  repeated: 'The reference stands twice in the file',
  known: 'A document with this reference is booked already',
  alike:
    'A payment of this month, kind, amount and day is booked or stands in the file already: write the reference if it is another',
  cells: 'The line has another number of cells than the head',
  too_many: 'A file has 2,000 lines at most',
};
const TOLD = 50;

async function importPayments(
  tx: Tx,
  { proj_code, text, trial }: { proj_code: string; text: string; trial: boolean },
): Promise<ImportedPayments> {
  const plant_id = await plantOf(tx, proj_code);
  const known = new Set((await holdReferences(tx, plant_id)).keys());
  const alike = new Set((await listBooked(tx, plant_id)).map(likenessOf));
  const read = readPayments(text, { proj_code, known, alike });
  if ('faults' in read)
    throw new AppError('invalid', 'Nothing was stored: the file has lines that cannot be taken', {
      errors: read.faults.slice(0, TOLD).map(({ line, code }) => ({
        path: `text.${line}`,
        message: LINE_FAULTS[code],
        code,
        params: { line },
      })),
    });
  const { lines } = read;
  const total_eur = sumOfCents(lines.map(({ amount_eur }) => amount_eur));
  if (!trial) {
    const fields = lines.map(({ line: _, ...one }) => ({ ...one, entry: 'payment' as const, note: '' }));
    await insertPayments(tx, { plant_id, source: 'gse' }, fields);
    await recordAudit(tx, 'payment_import.booked', proj_code, { proj_code, lines: lines.length });
    await tell(tx);
  }
  return { trial, lines: [...lines], total_eur };
}

/** What was paid for each month of a year against what was due. @throws AppError not_found */
export async function paymentBalance(
  tx: Tx,
  { proj_code, year: number }: PlantYear,
  now: Date,
): Promise<PaymentBalance> {
  const year = String(number);
  const plant_id = await plantOf(tx, proj_code);
  const span = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { rows, time_zone } = await revenuesOf(tx, { proj_code, ...span, by: 'month' }, now);
  const booked = await listPayments(tx, { plant_id, year });
  const today = localDay(time_zone, now.getTime()).day;
  const months = monthsOfYear(year).map((month) => {
    const { amounts = [] } = rows.find(({ period }) => period === month) ?? {};
    const own = booked.filter((one) => one.month === month);
    const missing_hours = amounts
      .filter(({ kind }) => isPaid(kind))
      .reduce((sum, one) => sum + one.missing_energy + one.missing_price, 0);
    const over = dayAfterMonth(month) <= today;
    return {
      month,
      ...balanceOf({ due: amounts, booked: own, over, missing_hours }),
      missing_hours,
      payments: own.map(present),
    };
  });
  const open = months.filter(({ state }) => state === 'open' || state === 'short');
  return {
    proj_code,
    year: number,
    months: months.map(({ lines, ...month }) => ({ ...month, lines: [...lines] })),
    open_eur: sumOfCents(open.map(({ difference_eur }) => -difference_eur)),
    unknown_months: months.filter(({ state }) => state === 'unknown').length,
  };
}

export const receivedPaymentsHandlers = ({
  reportThreads,
}: AskingRevenue): Handlers<typeof receivedPaymentsCalls> => ({
  balance: async ({ scope, query: { proj_code, year }, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { balance_of: { proj_code, year: Number(year) } }, gone)),
  create: ({ tx, body }) => createPayment(tx, body),
  update: ({ tx, params, body }) => changePayment(tx, params.id, body),
  remove: ({ tx, params }) => removePayment(tx, params.id),
  importPayments: ({ tx, body }) => importPayments(tx, body),
});
