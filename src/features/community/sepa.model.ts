/** Versions of the message that banks take; the older one is what most still ask for. */
export const PAIN_VERSIONS = ['03', '09'] as const;
export type PainVersion = (typeof PAIN_VERSIONS)[number];

export const MAX_NAME = 70;
const MAX_REMITTANCE = 140;
/** The most that one SEPA credit transfer carries. */
export const MAX_TRANSFER_CENTS = 99_999_999_999;

const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  '€': 'EUR',
  '&': '+',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  _: '-',
};

/**
 * A text in the signs that every bank of SEPA takes, accents taken away, cut to a length; empty where nothing of it can be
 * written so. // EPC217-08
 */
export function sepaText(text: string, most: number): string {
  const plain = [...text.normalize('NFKD').replaceAll(/\p{M}/gu, '')]
    .map((sign) => SPELT[sign] ?? sign)
    .join('');
  const taken = plain.replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ').replaceAll(/\/{2,}/g, '/');
  const line = taken
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .replace(/^\/+/, '')
    .slice(0, most)
    .replace(/[/ ]+$/, '');
  return /[A-Za-z0-9]/.test(line) ? line : '';
}

export interface Transfer {
  /** Tells the transfer apart for good: the same is never paid twice. */
  readonly id: string;
  readonly name: string;
  readonly iban: string;
  readonly cents: number;
  /** What it is for. */
  readonly text: string;
}

export interface PaymentOrder {
  readonly version: PainVersion;
  readonly id: string;
  readonly made_at: Date;
  /** On which day the bank is asked to pay, YYYY-MM-DD. */
  readonly on: string;
  readonly debtor: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string;
    readonly cuc: string;
  };
  readonly transfers: readonly Transfer[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

const tag = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;
const told = (name: string, text: string): string => tag(name, escaped(text));

/** Cents as a decimal number of euros. */
const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function transferOf({ id, name, iban, cents, text }: Transfer): string {
  return tag(
    'CdtTrfTxInf',
    tag('PmtId', told('EndToEndId', id)),
    tag('Amt', `<InstdAmt Ccy="EUR">${euros(cents)}</InstdAmt>`),
    tag('Cdtr', told('Nm', sepaText(name, MAX_NAME))),
    tag('CdtrAcct', tag('Id', told('IBAN', iban))),
    tag('RmtInf', told('Ustrd', sepaText(text, MAX_REMITTANCE))),
  );
}

/** The debtor's bank: by its BIC, or found by the IBAN. */
const agentOf = ({ debtor: { bic }, version }: PaymentOrder): string =>
  bic === '' ? tag('Othr', told('Id', 'NOTPROVIDED')) : told(version === '03' ? 'BIC' : 'BICFI', bic);

/** Who gives the order; Italian banks know a company by its CUC. */
const initiatorOf = ({ debtor: { name, cuc } }: PaymentOrder): string =>
  tag(
    'InitgPty',
    told('Nm', sepaText(name, MAX_NAME)),
    ...(cuc === '' ? [] : [tag('Id', tag('OrgId', tag('Othr', told('Id', cuc), told('Issr', 'CBI'))))]),
  );

/** An order of credit transfers as ISO 20022 says it: pain.001.001.03 or .09. Nothing is paid by it until a bank is given it. */
export function painXml(order: PaymentOrder): string {
  const { version, id, made_at, on, debtor, transfers } = order;
  const count = told('NbOfTxs', String(transfers.length));
  const sum = told('CtrlSum', euros(transfers.reduce((all, { cents }) => all + cents, 0)));
  const head = tag(
    'GrpHdr',
    told('MsgId', id),
    told('CreDtTm', made_at.toISOString().slice(0, 19)),
    count,
    sum,
    initiatorOf(order),
  );
  const payment = tag(
    'PmtInf',
    told('PmtInfId', id),
    told('PmtMtd', 'TRF'),
    count,
    sum,
    tag('PmtTpInf', tag('SvcLvl', told('Cd', 'SEPA'))),
    tag('ReqdExctnDt', version === '03' ? on : told('Dt', on)),
    tag('Dbtr', told('Nm', sepaText(debtor.name, MAX_NAME))),
    tag('DbtrAcct', tag('Id', told('IBAN', debtor.iban))),
    tag('DbtrAgt', tag('FinInstnId', agentOf(order))),
    told('ChrgBr', 'SLEV'),
    ...transfers.map(transferOf),
  );
  const names = `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${names}">${tag('CstmrCdtTrfInitn', head, payment)}</Document>\n`;
}
