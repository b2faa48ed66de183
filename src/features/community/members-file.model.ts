import type { MemberBody, MemberRole } from './community.model.ts';

/** Columns of a file with members, by all names that they may have in it. */
const COLUMNS = {
  name: ['name', 'member', 'nome', 'membro'],
  role: ['role', 'ruolo'],
  kind: ['kind', 'tipo'],
  pod: ['pod'],
  from_on: ['from_on', 'from', 'dal'],
  until_on: ['until_on', 'until', 'al'],
  level: ['level', 'livello'],
  email: ['email', 'e-mail', 'mail'],
  substation: ['substation', 'cabina', 'cabina primaria'],
  iban: ['iban'],
  account_holder: ['account_holder', 'account holder', 'intestatario'],
} as const;
export type MemberColumn = keyof typeof COLUMNS;

const ROLES: Readonly<Record<string, MemberRole>> = {
  producer: 'producer',
  produttore: 'producer',
  consumer: 'consumer',
  consumatore: 'consumer',
  prosumer: 'prosumer',
};
const KINDS: Readonly<Record<string, MemberBody>> = {
  family: 'family',
  famiglia: 'family',
  firm: 'firm',
  enterprise: 'firm',
  impresa: 'firm',
  azienda: 'firm',
  municipality: 'municipality',
  comune: 'municipality',
  church: 'church',
  'ente religioso': 'church',
  third_sector: 'third_sector',
  'third sector': 'third_sector',
  'terzo settore': 'third_sector',
};

export const MEMBERS_FAULTS = [
  'no_head',
  'too_long',
  'no_name',
  'role',
  'kind',
  'level',
  'date',
  'no_from',
  'pod',
  'pod_taken',
  'end_before_start',
  'email',
  'iban',
  'account_holder',
  'account_not_yours',
  'differs',
  'not_allowed',
] as const;
export type MembersFaultCode = (typeof MEMBERS_FAULTS)[number];

export interface MembersFault {
  /** As a spreadsheet counts: the first is 1. */
  readonly row: number;
  readonly column: string;
  readonly code: MembersFaultCode;
}

type Cell = string | number | boolean | null;

export interface FilePod {
  readonly row: number;
  readonly pod: string;
  readonly from_on: string;
  readonly until_on: string | null;
}

/** A member as a file tells them: what it leaves empty is not said. */
export interface FileMember {
  readonly row: number;
  readonly name: string;
  readonly role?: MemberRole;
  readonly kind?: MemberBody;
  readonly level?: number;
  readonly email?: string;
  readonly substation?: string;
  readonly iban?: string;
  readonly account_holder?: string;
  readonly pods: readonly FilePod[];
}

const plain = (cell: Cell | undefined): string => String(cell ?? '').trim();

/** A day as YYYY-MM-DD: as it is, as DD/MM/YYYY, or as a workbook keeps it; empty for none, undefined for something else. */
function dayOf(text: string): string | undefined {
  if (text === '') return '';
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  const iso = year === '' ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? iso : undefined;
}

type Texts = Partial<Record<MemberColumn, string>>;
type Own = Omit<FileMember, 'row' | 'name' | 'pods'>;

/** What a row says of its member, and what is wrong with it. */
function readOwn(texts: Texts): { own: Own; faults: (readonly [MemberColumn, MembersFaultCode])[] } {
  const faults: (readonly [MemberColumn, MembersFaultCode])[] = [];
  const chosen = <T>(column: 'role' | 'kind', words: Readonly<Record<string, T>>): T | undefined => {
    const text = texts[column] ?? '';
    const word = text.toLowerCase();
    const value = Object.hasOwn(words, word) ? words[word] : undefined;
    if (text !== '' && value === undefined) faults.push([column, column]);
    return value;
  };
  const [role, kind] = [chosen('role', ROLES), chosen('kind', KINDS)];
  const level = texts.level ? Number(texts.level) : undefined;
  if (level !== undefined && !(Number.isInteger(level) && level >= 1 && level <= 20))
    faults.push(['level', 'level']);
  const { email, substation, iban, account_holder } = texts;
  const own = {
    ...(role && { role }),
    ...(kind && { kind }),
    ...(level !== undefined && { level }),
    ...(email && { email }),
    ...(substation && { substation }),
    ...(iban && { iban }),
    ...(account_holder && { account_holder }),
  };
  return { own, faults };
}

function readPod(texts: Texts, row: number): FilePod | readonly [MemberColumn, MembersFaultCode] | null {
  const { pod = '', from_on = '', until_on = '' } = texts;
  if (pod === '') return null;
  const [from, until] = [dayOf(from_on), dayOf(until_on)];
  if (from === undefined) return ['from_on', 'date'];
  if (until === undefined) return ['until_on', 'date'];
  if (from === '') return ['from_on', 'no_from'];
  return { row, pod, from_on: from, until_on: until || null };
}

interface Read {
  readonly members: FileMember[];
  readonly faults: MembersFault[];
  /** Columns that nothing is taken from. */
  readonly ignored: string[];
}

/** Rows of one member under each other: their PODs; what a row says otherwise than one before it is a fault. */
function gather(members: Map<string, FileMember>, row: number, texts: Texts): MembersFault[] {
  const name = texts.name ?? '';
  const fault = ([column, code]: readonly [MemberColumn, MembersFaultCode]) => ({ row, column, code });
  if (name === '') return [fault(['name', 'no_name'])];
  const { own, faults } = readOwn(texts);
  const pod = readPod(texts, row);
  const wrong = pod !== null && !('pod' in pod) ? [...faults, pod] : faults;
  const before = members.get(name);
  const differs = Object.entries(own).find(([key, value]) => (before?.[key as keyof Own] ?? value) !== value);
  if (differs) wrong.push([differs[0] as MemberColumn, 'differs']);
  const pods = pod !== null && 'pod' in pod ? [pod] : [];
  members.set(name, { row, name, ...own, ...before, pods: [...(before?.pods ?? []), ...pods] });
  return wrong.map(fault);
}

/** Members in a table: its first row names the columns; a member with several PODs stands in several rows of one name. */
export function readMembers(rows: readonly (readonly Cell[])[]): Read {
  const at = rows.findIndex((row) => row.some((cell) => plain(cell) !== ''));
  const names = (rows[at] ?? []).map((cell) => plain(cell).toLowerCase());
  const known = Object.entries(COLUMNS) as [MemberColumn, readonly string[]][];
  const columns = names.map((name) => known.find(([, all]) => all.includes(name))?.[0]);
  if (!columns.includes('name'))
    return { members: [], faults: [{ row: at + 1, column: '', code: 'no_head' }], ignored: [] };
  const members = new Map<string, FileMember>();
  const faults = rows.slice(at + 1).flatMap((row, index) => {
    const texts: Texts = {};
    for (const [place, column] of columns.entries()) if (column) texts[column] = plain(row[place]);
    const isEmpty = Object.values(texts).every((text) => text === '');
    return isEmpty ? [] : gather(members, at + index + 2, texts);
  });
  const ignored = names
    .filter((name, place) => name !== '' && !columns[place])
    .map((name) => name.slice(0, 60));
  return { members: [...members.values()], faults, ignored: ignored.slice(0, 50) };
}
