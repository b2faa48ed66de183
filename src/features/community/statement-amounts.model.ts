import { inCents } from '../../energy/community/cents.ts';
import { canonicalJson } from '../../shared/units/canonical-json.ts';
import { sumIfAllKnown } from '../../shared/units/sums.ts';
import type { Amounts, StatementContent, StatementLine } from './statements.contract.ts';

type DueLine = Omit<StatementLine, 'change'>;

const NOTHING = (told: Amounts): Amounts => ({
  cents: 0,
  advance_cents: told.advance_cents === null ? null : 0,
  balance_cents: told.balance_cents === null ? null : 0,
});

/** What of an advance belongs to each line: as the month's money is divided; without any, all of it to the first, the community. */
function advancesOf(advance: number, cents: readonly number[]): number[] {
  const all = cents.reduce((sum, value) => sum + value, 0);
  if (all <= 0) return cents.map((_, index) => (index === 0 ? advance : 0));
  return inCents(
    cents.map((value) => (advance * value) / all / 100),
    // In the order of the lines, which is that of their parts and members.
    cents.map((_, index) => String(index).padStart(8, '0')),
  );
}

/** Lines with what of each GSE has paid in advance, and the balance of it: both add up as the lines do. */
export function divided(
  lines: readonly (Omit<DueLine, 'due'> & { readonly cents: number })[],
  advance_cents: number | null,
): DueLine[] {
  const advances =
    advance_cents === null
      ? null
      : advancesOf(
          advance_cents,
          lines.map(({ cents }) => cents),
        );
  return lines.map(({ cents, ...line }, index) => {
    const advance = advances?.[index] ?? null;
    const balance_cents = advance === null ? null : cents - advance;
    return { ...line, due: { cents, advance_cents: advance, balance_cents } };
  });
}

/** What lies between two amounts; of advances only where both told them apart. */
function less(now: Amounts, before: Amounts): Amounts {
  const apart = (key: 'advance_cents' | 'balance_cents') => {
    const [after, earlier] = [now[key], before[key]];
    return after === null || earlier === null ? null : after - earlier;
  };
  return {
    cents: now.cents - before.cents,
    advance_cents: apart('advance_cents'),
    balance_cents: apart('balance_cents'),
  };
}

function sumUp(amounts: readonly Amounts[]): Amounts {
  const apart = (key: 'advance_cents' | 'balance_cents') => sumIfAllKnown(amounts.map((row) => row[key]));
  return {
    cents: amounts.reduce((sum, { cents }) => sum + cents, 0),
    advance_cents: apart('advance_cents'),
    balance_cents: apart('balance_cents'),
  };
}

const nameOf = ({ part, member_id, proj_code }: Pick<StatementLine, 'part' | 'member_id' | 'proj_code'>) =>
  `${part} ${member_id ?? ''} ${proj_code ?? ''}`;

/** Whether a line comes to anything, or has an advance to be balanced. */
export const isDue = ({ due }: Pick<DueLine, 'due'>): boolean =>
  due.cents !== 0 || (due.advance_cents ?? 0) !== 0;

/** Lines with what they change of the statement that is corrected; whoever is due nothing any more keeps a line that says so. */
export function changedFrom(
  due: readonly DueLine[],
  corrected: Pick<StatementContent, 'lines'> | null,
): { lines: StatementLine[]; total: StatementContent['total'] } {
  const before = new Map((corrected?.lines ?? []).map((line) => [nameOf(line), line]));
  const told = due[0]?.due ?? { cents: 0, advance_cents: null, balance_cents: null };
  const standing = new Set(due.map(nameOf));
  const gone = [...before.values()]
    .filter((line) => !standing.has(nameOf(line)) && isDue(line))
    .map(({ change: _, ...line }) => ({ ...line, due: NOTHING(told) }));
  const apart = corrected?.lines[0]?.due ?? told;
  const lines = [...due, ...gone].map((line) => ({
    ...line,
    change: corrected ? less(line.due, before.get(nameOf(line))?.due ?? NOTHING(apart)) : line.due,
  }));
  return {
    lines,
    total: { due: sumUp(lines.map((line) => line.due)), change: sumUp(lines.map(({ change }) => change)) },
  };
}

/** Whether two contents say the same, whatever they correct. */
export function saysTheSame(a: StatementContent, b: StatementContent): boolean {
  const said = ({ lines, members, total, community, rules, ...rest }: StatementContent) =>
    canonicalJson({
      ...rest,
      // How a rule is told may be mended; another rule is another version.
      rules: rules.map(({ version }) => version),
      // What of the settings divided it stands beside their version.
      community: { ...community, version: null },
      due: total.due,
      // Statements from before listed who had left or joined later, too.
      members: members
        .filter(({ presence, due_cents }) => presence > 0 || due_cents !== 0)
        .map(({ change_cents: _, ...member }) => member),
      lines: lines.filter(({ due }) => due.cents !== 0).map(({ change: _, ...line }) => line),
    });
  return said(a) === said(b);
}

/** What a month comes to, in a text that is the same as long as it does; an advance is told when the month is closed. */
export function seenOf({ lines, total, ...content }: StatementContent): string {
  return canonicalJson({
    ...content,
    due_cents: total.due.cents,
    change_cents: total.change.cents,
    lines: lines.map(({ due, change, ...line }) => ({ ...line, due: due.cents, change: change.cents })),
  });
}
