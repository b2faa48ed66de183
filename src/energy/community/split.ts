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

/** Whether three percentages come to 100; a millionth is binary noise: 33.33 + 33.33 + 33.34 do. */
export function comesTo100(rule: SplitRule): boolean {
  const parts = [rule.management_percent, rule.producers_percent, rule.consumers_percent];
  return (
    parts.every((percent) => percent >= 0) &&
    Math.abs(parts.reduce((sum, percent) => sum + percent, 0) - 100) < 1e-6
  );
}

/** Cents by weights, to the last one; undefined where nobody has any. */
function byWeight<T extends { readonly id: string }>(
  cents: number,
  { rows, weight, part }: { rows: readonly T[]; weight: (row: T) => number; part: SplitLine['part'] },
): SplitLine[] | undefined {
  const all = rows.reduce((sum, row) => sum + weight(row), 0);
  if (all <= 0) return undefined;
  const shares = inCents(
    rows.map((row) => (cents * weight(row)) / all / 100),
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }, index) => ({ part, id, cents: shares[index] ?? 0 }));
}

/**
 * Divides a period's money to the cent: first into its parts, then each part among its members, so that no cent passes from one part to
 * another. The lines add up exactly. What nobody can take – no producer or consumer shared anything –
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
  const [pot = 0, extra = 0] = inCents([pot_eur, surplus_eur], ['pot', 'surplus']);
  const [managed = 0, produced = 0, consumed = 0] = inCents(
    [rule.management_percent, rule.producers_percent, rule.consumers_percent].map(
      (percent) => (pot * percent) / 10_000,
    ),
    ['management', 'producers', 'consumers'],
  );
  const weight = (row: SplitConsumer): number => (rule.equidistribution ? row.presence : row.shared_kwh);
  const families = consumers.filter(({ enterprise }) => !enterprise);
  const made = byWeight(produced, { rows: producers, weight: (row) => row.shared_kwh, part: 'producer' });
  const drawn = byWeight(consumed, { rows: consumers, weight, part: 'consumer' });
  const surplus =
    rule.surplus_to === 'consumers'
      ? byWeight(extra, { rows: families, weight, part: 'surplus' })
      : undefined;
  const left = (made ? 0 : produced) + (drawn ? 0 : consumed);
  return [
    { part: 'management', id: null, cents: managed + left },
    ...(made ?? []),
    ...(drawn ?? []),
    ...(surplus ?? [{ part: 'social_fund', id: null, cents: extra } as const]),
  ];
}
