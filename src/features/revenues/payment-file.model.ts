import { PAID_KINDS, type PaidKind } from './payments.model.ts';

/** A line of a payer's statement. */
export interface PaymentLine {
  /** Counted from 1, the head included. */
  readonly line: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly kind: PaidKind | null;
  readonly amount_eur: number;
  readonly paid_on: string | null;
  readonly reference: string;
}

export const PAYMENT_FAULTS = [
  'head',
  'month',
  'kind',
  'amount',
  'date',
  'other_plant',
  'repeated',
  'known',
  'alike',
  'cells',
  'too_many',
] as const;
export type PaymentFaultCode = (typeof PAYMENT_FAULTS)[number];
export interface PaymentFault {
  readonly line: number;
  readonly code: PaymentFaultCode;
}

export const MAX_PAYMENTS = 2000;

/** What columns are called, in Italian or English. */
const NAMES = {
  plant: ['impianto', 'plant'],
  month: ['mese', 'month'],
  kind: ['tipo', 'kind'],
  amount: ['importo', 'amount'],
  paid_on: ['data', 'paid_on'],
  reference: ['documento', 'reference'],
} as const;
type Column = keyof typeof NAMES;
type Places = Readonly<Record<Column, number>>;

const KIND_WORDS: Readonly<Record<string, PaidKind>> = {
  'conto energia': 'incentive',
  incentivo: 'incentive',
  rid: 'rid',
  'ritiro dedicato': 'rid',
  'fer-x': 'cfd',
  mercato: 'market',
  'prezzo fisso': 'fixed',
  oneri: 'fee',
};

/** A separator within quotes belongs to its cell; two quotes in such a cell are one. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell].map((one) =>
    one
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}

function monthOf(text: string): string | null {
  const italian = /^(0?[1-9]|1[0-2])\/(20\d{2})$/.exec(text);
  if (italian) return `${italian[2]}-${String(italian[1]).padStart(2, '0')}`;
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** 1.234,56, 1234,56 and 1234.56; what could mean two is none. */
function amountOf(text: string): number | null {
  const bare = text.replace(/[\s€]/g, '');
  if (/^-?\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return /^-?\d+([.,]\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : null;
}

function dayOf(text: string): string | null {
  const italian = /^(\d{2})\/(\d{2})\/(20\d{2})$/.exec(text);
  const day = italian ? `${italian[3]}-${italian[2]}-${italian[1]}` : text;
  const at = /^20\d{2}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

function kindOf(text: string): PaidKind | null | undefined {
  if (text === '') return null;
  const word = text.toLowerCase();
  return PAID_KINDS.find((kind) => kind === word) ?? KIND_WORDS[word];
}

function placesOf(head: readonly string[]): Places | null {
  const place = (column: Column) =>
    head.findIndex((cell) => NAMES[column].some((name) => name === cell.toLowerCase()));
  const places = {
    plant: place('plant'),
    month: place('month'),
    kind: place('kind'),
    amount: place('amount'),
    paid_on: place('paid_on'),
    reference: place('reference'),
  };
  return places.month < 0 || places.amount < 0 ? null : places;
}

function readLine(
  cells: readonly string[],
  { line, places, proj_code }: { line: number; places: Places; proj_code: string },
): PaymentLine | PaymentFault {
  const of = (column: Column) => cells[places[column]] ?? '';
  if (of('plant') !== '' && of('plant') !== proj_code) return { line, code: 'other_plant' };
  const [month, amount_eur, kind] = [monthOf(of('month')), amountOf(of('amount')), kindOf(of('kind'))];
  if (month === null) return { line, code: 'month' };
  if (amount_eur === null) return { line, code: 'amount' };
  if (kind === undefined) return { line, code: 'kind' };
  const paid_on = of('paid_on') === '' ? null : dayOf(of('paid_on'));
  if (paid_on === null && of('paid_on') !== '') return { line, code: 'date' };
  return { line, month, kind, amount_eur, paid_on, reference: of('reference').slice(0, 80) };
}

type Likeness = Pick<PaymentLine, 'month' | 'kind' | 'amount_eur' | 'paid_on'>;

/** What payments without a reference are told apart by. */
export const likenessOf = ({ month, kind, amount_eur, paid_on }: Likeness): string =>
  [month, kind, amount_eur.toFixed(2), paid_on].join(' ');

/** What is booked of the plant: references, and payments by what they are like. */
interface Booked {
  readonly known: ReadonlySet<string>;
  readonly alike: ReadonlySet<string>;
}

/** Lines are taken once each: the same document, or without a reference the same payment, is a fault. */
function onceEach({ known, alike }: Booked): (one: PaymentLine) => PaymentLine | PaymentFault {
  const [references, likes] = [new Set<string>(), new Set(alike)];
  return (one) => {
    const { line, reference } = one;
    const like = likenessOf(one);
    if (reference === '' && likes.has(like)) return { line, code: 'alike' };
    if (known.has(reference)) return { line, code: 'known' };
    if (reference !== '' && references.has(reference)) return { line, code: 'repeated' };
    references.add(reference);
    likes.add(like);
    return one;
  };
}

/**
 * Reads a payer's statement: a head with at least month and amount, and lines of one plant.
 * @returns all lines, or all faults: nothing is half read
 */
export function readPayments(
  text: string,
  { proj_code, ...booked }: Booked & { readonly proj_code: string },
): { readonly lines: PaymentLine[] } | { readonly faults: PaymentFault[] } {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((content, i) => ({ content, line: i + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const [head, ...body] = rows;
  const separator = head?.content.includes(';') ? ';' : head?.content.includes('\t') ? '\t' : ',';
  const names = head ? cellsOf(head.content, separator) : [];
  const places = placesOf(names);
  if (!places || body.length === 0) return { faults: [{ line: 1, code: 'head' }] };
  if (body.length > MAX_PAYMENTS) return { faults: [{ line: MAX_PAYMENTS + 2, code: 'too_many' }] };
  const once = onceEach(booked);
  const read = body.map(({ content, line }): PaymentLine | PaymentFault => {
    const cells = cellsOf(content, separator);
    // A decimal comma among commas would be read as a smaller amount.
    if (cells.length !== names.length) return { line, code: 'cells' };
    const one = readLine(cells, { line, places, proj_code });
    return 'code' in one ? one : once(one);
  });
  const faults = read.filter((one): one is PaymentFault => 'code' in one);
  return faults.length > 0
    ? { faults }
    : { lines: read.filter((one): one is PaymentLine => !('code' in one)) };
}
