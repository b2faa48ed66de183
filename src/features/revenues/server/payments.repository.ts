import { assignments, insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import { cents } from '../../../shared/units/money.ts';
import type { PaidKind, PaymentEntry } from '../payments.model.ts';

export interface PaymentRow {
  id: number;
  plant_id: number;
  proj_code: string;
  month: string;
  entry: PaymentEntry;
  kind: PaidKind | null;
  amount_eur: number;
  paid_on: string | null;
  reference: string;
  note: string;
  source: 'hand' | 'gse';
  version: number;
}

interface Wanted {
  readonly id?: number;
  readonly plant_id?: number;
  readonly year?: string;
}

/** What was booked, by month. @throws AppError as `wholeList` */
export async function listPayments(tx: Tx, { id, plant_id, year }: Wanted): Promise<PaymentRow[]> {
  const { rows } = await tx.query<PaymentRow>(
    `select r.id, r.plant_id, p.proj_code, left(r.month::text, 7) as month, r.entry, r.kind, r.amount_eur,
       r.paid_on::text as paid_on, r.reference, r.note, r.source, r.version
     from received_payment r join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     where r.company_id = $1 and ($2::bigint is null or r.id = $2) and ($3::bigint is null or r.plant_id = $3)
       and ($4::text is null or left(r.month::text, 4) = $4)
     order by r.month, r.paid_on, r.id limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, id ?? null, plant_id ?? null, year ?? null],
  );
  return wholeList(rows, 'nothing');
}

/** What was booked, kept as it is until the transaction ends. */
export async function holdPayment(
  tx: Tx,
  id: number,
): Promise<{ version: number; plant_id: number } | undefined> {
  const { rows } = await tx.query<{ version: number; plant_id: number }>(
    'select version, plant_id from received_payment where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** References of documents that are booked of a plant; others who book of it wait. */
export async function holdReferences(tx: Tx, plant_id: number): Promise<Map<string, number>> {
  await tx.query("select pg_advisory_xact_lock(hashtext('received_payment'), hashtext($1))", [
    `${tx.scope.company_id}/${plant_id}`,
  ]);
  const { rows } = await tx.query<{ id: number; reference: string }>(
    `select id, reference from received_payment where company_id = $1 and plant_id = $2 and reference <> ''`,
    [tx.scope.company_id, plant_id],
  );
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}

/** By what payments of a plant are told apart where they have no reference. */
export async function listBooked(
  tx: Tx,
  plant_id: number,
): Promise<Pick<PaymentRow, 'month' | 'kind' | 'amount_eur' | 'paid_on'>[]> {
  const { rows } = await tx.query<Pick<PaymentRow, 'month' | 'kind' | 'amount_eur' | 'paid_on'>>(
    `select distinct left(month::text, 7) as month, kind, amount_eur, paid_on::text as paid_on from received_payment
     where company_id = $1 and plant_id = $2 and entry = 'payment'`,
    [tx.scope.company_id, plant_id],
  );
  return rows;
}

type Fields = Omit<PaymentRow, 'id' | 'plant_id' | 'proj_code' | 'version' | 'source'>;

const stored = <F extends { month?: string; amount_eur?: number }>({ month, amount_eur, ...fields }: F) => ({
  ...fields,
  ...(amount_eur !== undefined && { amount_eur: cents(amount_eur) }),
  ...(month && { month: `${month}-01` }),
});

export async function insertPayments(
  tx: Tx,
  { plant_id, source }: Pick<PaymentRow, 'plant_id' | 'source'>,
  payments: readonly Fields[],
): Promise<number[]> {
  const { company_id, user_id } = tx.scope;
  const rows = payments.map((one) => ({ ...stored(one), company_id, plant_id, source, created_by: user_id }));
  const made = await insertRows<{ id: number }>(tx, 'received_payment', rows, 'returning id');
  return made.map(({ id }) => id);
}

export async function updatePayment(tx: Tx, id: number, fields: Partial<Fields>): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(stored(fields), values);
  await tx.query(
    `update received_payment set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deletePayment(tx: Tx, id: number): Promise<{ month: string } | undefined> {
  const { rows } = await tx.query<{ month: string }>(
    'select left(month::text, 7) as month from received_payment where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  await tx.query('delete from received_payment where company_id = $1 and id = $2', [tx.scope.company_id, id]);
  return rows[0];
}
