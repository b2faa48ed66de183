import { inCents } from './cents.ts';

/** How a community shares its money: a private agreement, not law. // spec §3: Community */
export interface SplitRule {
  readonly management_percent: number;
  readonly producers_percent: number;
  readonly consumers_percent: number;
  /** Equal shares for each consumer, else by shared energy. */
  readonly equidistribution: boolean;
  /** Who is given the surplus premium: consumers that are no enterprises, or a fund for social purposes. */
  readonly surplus_to: 'consumers' | 'social_fund';
}

export interface SplitProducer {
  readonly id: string;
  readonly shared_kwh: number;
}

export interface SplitConsumer extends SplitProducer {
  /** Part of the period in which it belonged to the community, 0…1. */
  readonly presence: number;
  readonly enterprise: boolean;
}

export interface SplitLine {
  readonly part: 'management' | 'producer' | 'consumer' | 'surplus' | 'social_fund';
  /** Of the member; null for the community itself. */
  readonly id: string | null;
  readonly cents: number;
}

interface Wish {
  readonly part: SplitLine['part'];
  readonly id: string | null;
  readonly eur: number;
}

/** Whether three percentages come to 100, in hundredths: 33.33 + 33.33 + 33.34 do. */
export function comesTo100(rule: SplitRule): boolean {
  const parts = [rule.management_percent, rule.producers_percent, rule.consumers_percent];
  return (
    parts.every((percent) => percent >= 0) &&
    parts.reduce((sum, percent) => sum + Math.round(percent * 100), 0) === 10_000
  );
}

/** An amount by weights; undefined where nobody has any. */
function byWeight<T extends { readonly id: string }>(
  eur: number,
  { rows, weight, part }: { rows: readonly T[]; weight: (row: T) => number; part: SplitLine['part'] },
): Wish[] | undefined {
  const all = rows.reduce((sum, row) => sum + weight(row), 0);
  if (all <= 0) return undefined;
  return rows.map((row) => ({ part, id: row.id, eur: (eur * weight(row)) / all }));
}

/**
 * Divides a period's money to the cent; the lines add up to it exactly. What nobody can take – no producer or consumer shared anything –
 * goes to the management, which the line says.
 * @param pot incentive without surplus, and network valorisation; @param surplusEur apart from it
 * @throws RangeError when the percentages are not 100
 */
export function splitMoney(
  { pot_eur, surplus_eur }: { readonly pot_eur: number; readonly surplus_eur: number },
  rule: SplitRule,
  members: { readonly producers: readonly SplitProducer[]; readonly consumers: readonly SplitConsumer[] },
): SplitLine[] {
  if (!comesTo100(rule)) throw new RangeError('percentages that do not come to 100');
  const { producers, consumers } = members;
  const part = (percent: number): number => (pot_eur * percent) / 100;
  const weight = (row: SplitConsumer): number => (rule.equidistribution ? row.presence : row.shared_kwh);
  const families = consumers.filter(({ enterprise }) => !enterprise);
  const made = byWeight(part(rule.producers_percent), {
    rows: producers,
    weight: (row) => row.shared_kwh,
    part: 'producer',
  });
  const drawn = byWeight(part(rule.consumers_percent), { rows: consumers, weight, part: 'consumer' });
  const surplus =
    rule.surplus_to === 'consumers'
      ? byWeight(surplus_eur, { rows: families, weight, part: 'surplus' })
      : undefined;
  const left = (made ? 0 : part(rule.producers_percent)) + (drawn ? 0 : part(rule.consumers_percent));
  const wishes: Wish[] = [
    { part: 'management', id: null, eur: part(rule.management_percent) + left },
    ...(made ?? []),
    ...(drawn ?? []),
    ...(surplus ?? [{ part: 'social_fund', id: null, eur: surplus_eur } as const]),
  ];
  const cents = inCents(
    wishes.map(({ eur }) => eur),
    wishes.map(({ part, id }) => `${part} ${id ?? ''}`),
  );
  return wishes.map((wish, index) => ({ part: wish.part, id: wish.id, cents: cents[index] ?? 0 }));
}
