import type { Thing } from './things.ts';
import { escaped } from './words.ts';

/** Who looks: the demonstration's person of each role, whoever is not signed in, and the owner on a phone. */
export const ROLES = [
  'owner',
  'management',
  'superengineer',
  'engineer',
  'superworker',
  'worker',
  'viewer',
  'phone',
  'visitor',
] as const;
export type Role = (typeof ROLES)[number];

/** Who has what, by place, kind and name with tabs between them. */
export type Inventory = Map<string, Set<Role>>;

const EVERYBODY = 'everybody';
const SIGNED_IN = ROLES.filter((role) => role !== 'visitor');
const HEAD =
  '# Made by npm run inventory: place, kind (accessible role), name (… stands for a value), who has it.';

export function put(inventory: Inventory, { place, kind, name }: Thing, role: Role): void {
  const key = [place, kind, name].join('\t');
  const who = inventory.get(key);
  if (who) who.add(role);
  else inventory.set(key, new Set([role]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function namesOf(who: ReadonlySet<Role>): string {
  const all = SIGNED_IN.every((role) => who.has(role));
  const named = ROLES.filter((role) => who.has(role) && !(all && role !== 'visitor'));
  return [...(all ? [EVERYBODY] : []), ...named].join(' ');
}

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

export function written(inventory: Inventory): string {
  const rows = [...inventory]
    .filter(([, who]) => who.size > 0)
    .map(([key, who]) => `${key}\t${namesOf(who)}`);
  return `${[HEAD, ...rows.sort(compare)].join('\n')}\n`;
}

export function read(text: string): Inventory {
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    rows.map((row) => {
      const [place, kind, name, who = ''] = row.split('\t');
      const roles = who.split(' ').flatMap((one) => (one === EVERYBODY ? SIGNED_IN : [one]));
      return [[place, kind, name].join('\t'), new Set(roles.filter(isRole))];
    }),
  );
}

/** What `first` has and `second` has not, for some roles. */
export function lacking(first: Inventory, second: Inventory, roles: readonly Role[]): Inventory {
  const gone: Inventory = new Map();
  for (const [key, who] of first) {
    const left = roles.filter((role) => who.has(role) && !second.get(key)?.has(role));
    if (left.length > 0) gone.set(key, new Set(left));
  }
  return gone;
}

/** An inventory whose part of some roles is taken from a newer one. */
export function renewed(before: Inventory, now: Inventory, roles: readonly Role[]): Inventory {
  const kept = new Map(
    [...before].map(([key, who]) => [key, new Set([...who].filter((one) => !roles.includes(one)))]),
  );
  for (const [key, who] of now) kept.set(key, new Set([...(kept.get(key) ?? []), ...who]));
  return kept;
}

/** A line of docs/inventory-losses.md: where, what (kind and name), why. In the first two, * stands for any text. */
export interface Loss {
  readonly place: string;
  readonly what: string;
  readonly why: string;
}

/** The rows of the document's table; without a reason nothing is excused. */
export function lossesIn(document: string): Loss[] {
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.flatMap((row) => {
    const [place = '', what = '', why = ''] = row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    return why === '' ? [] : [{ place, what, why }];
  });
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map(escaped);
  return new RegExp(`^${parts.join('.*')}$`, 'u').test(text);
}

/** What is lost without a reason given. */
export function unexplained(lost: Inventory, losses: readonly Loss[]): Inventory {
  return new Map(
    [...lost].filter(([key]) => {
      const [place = '', kind, name] = key.split('\t');
      return !losses.some((one) => fits(one.place, place) && fits(one.what, `${kind} ${name}`));
    }),
  );
}

/** For people: place by place. */
export function linesOf(inventory: Inventory, mark: string): string[] {
  const places = Map.groupBy(
    [...inventory].sort(([a], [b]) => compare(a, b)),
    ([key]) => key.split('\t')[0] ?? '',
  );
  return [...places].flatMap(([place, rows]) => [
    place,
    ...rows.map(([key, who]) => `  ${mark} ${key.split('\t').slice(1).join(' ')}  [${namesOf(who)}]`),
  ]);
}
