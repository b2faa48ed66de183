import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, lineOf, linesOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { BALANCE_STATES, PAID_KINDS, PAYMENT_ENTRIES } from './payments.model.ts';
import { inThread } from './revenues.contract.ts';

export const MonthText = z
  .string()
  .regex(/^(20\d{2})-(0[1-9]|1[0-2])$/, 'must be YYYY-MM')
  .meta({ examples: ['2026-06'] });
export const YearText = z
  .string()
  .regex(/^20\d{2}$/, 'must be YYYY')
  .describe('of the calendar of the plant')
  .meta({ examples: ['2026'] });
const Eur = z.number().min(-1e9).max(1e9);

const fields = {
  month: MonthText.describe('YYYY-MM that it is for'),
  entry: z.enum(PAYMENT_ENTRIES).describe('adjustment: a difference that is accepted; its note says why'),
  kind: z.enum(PAID_KINDS).nullable().describe('of the tariffs that it pays; null: all of the month'),
  amount_eur: Eur,
  paid_on: Day.nullable(),
  reference: lineOf(80).describe('of the document of whoever paid; one of a plant is booked once'),
  note: linesOf(1000),
};
export const ReceivedPayment = z.object({
  id: z.int(),
  proj_code: z.string(),
  ...fields,
  source: z.enum(['hand', 'gse']),
  version: z.int(),
});
export type ReceivedPayment = z.infer<typeof ReceivedPayment>;
export const NewPayment = z.object({
  proj_code: ProjCode,
  ...fields,
  entry: fields.entry.default('payment'),
  kind: fields.kind.default(null),
  paid_on: fields.paid_on.default(null),
  reference: fields.reference.default(''),
  note: fields.note.default(''),
});
export type NewPayment = z.infer<typeof NewPayment>;
export const PaymentChange = z.object(fields).partial().extend({ version: Version.optional() });
export type PaymentChange = z.infer<typeof PaymentChange>;

export const PaymentBalance = z.object({
  proj_code: z.string(),
  year: z.int(),
  months: z.array(
    z.object({
      month: z.string(),
      due_eur: z.number().describe('of the hours that are known, without what was used on site'),
      received_eur: z.number(),
      adjusted_eur: z.number().describe('differences that somebody accepted'),
      difference_eur: z.number().describe('below zero: still to come'),
      state: z.enum(BALANCE_STATES),
      lines: z.array(
        z.object({ kind: z.enum(PAID_KINDS).nullable(), due_eur: z.number(), received_eur: z.number() }),
      ),
      missing_hours: z.int().describe('hours whose energy or price is not known: what is due may be more'),
      payments: z.array(ReceivedPayment),
    }),
  ),
  open_eur: z.number().describe('what is still to come of months that are over'),
  unknown_months: z.int().describe('months that are over of which it is not known what is still to come'),
});
export type PaymentBalance = z.infer<typeof PaymentBalance>;

export const ImportedPayments = z.object({
  trial: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      month: z.string(),
      kind: z.enum(PAID_KINDS).nullable(),
      amount_eur: z.number(),
      paid_on: z.string().nullable(),
      reference: z.string(),
    }),
  ),
  total_eur: z.number(),
});
export type ImportedPayments = z.infer<typeof ImportedPayments>;

const TOPIC = 'received_payments';
const writes = { topics: [TOPIC], access: 'records.write' } as const;
const byId = { params: z.object({ id: Id }) };

/** What plants were paid, held against what was due. */
export const receivedPaymentsCalls = area({
  balance: call({
    method: 'GET',
    path: '/api/v1/payment-balance/',
    summary: 'What was paid for each month of a year against what was due, with what is open',
    topics: [TOPIC, 'revenues', 'tariffs', 'readings'],
    access: 'asset.read',
    ...inThread,
    query: z.object({ proj_code: ProjCode, year: YearText }),
    ok: PaymentBalance,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/received-payments/',
    summary: 'Books a payment that was received, or accepts a difference with its reason',
    ...writes,
    body: NewPayment,
    ok: ReceivedPayment,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/received-payments/{id}/',
    summary: 'Changes what was booked; a stale version is a conflict',
    ...writes,
    ...byId,
    body: PaymentChange,
    ok: ReceivedPayment,
    conflict: ReceivedPayment,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/received-payments/{id}/',
    summary: 'Deletes what was booked',
    ...writes,
    ...byId,
    ok: z.undefined(),
    status: 204,
  }),
  importPayments: call({
    method: 'POST',
    path: '/api/v1/received-payments-import/',
    summary:
      'Books the lines of a statement of GSE or another payer as CSV, all or none; as a trial it only says what it would',
    ...writes,
    body: z.object({
      proj_code: ProjCode.describe('whose statement it is: a line of another plant is refused'),
      text: z
        .string()
        .min(1)
        .max(200_000)
        .describe('columns plant, month, kind, amount, paid_on, reference, or in Italian'),
      trial: z.boolean().default(false).describe('nothing is booked'),
    }),
    ok: ImportedPayments,
  }),
});
