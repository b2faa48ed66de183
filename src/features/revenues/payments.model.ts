import { cents, sumOfCents } from '../../shared/units/money.ts';
import type { TariffKind } from './tariffs.model.ts';

/** Kinds of tariffs that somebody pays: what is used on site is nobody's to pay. */
export const PAID_KINDS = [
  'incentive',
  'fixed',
  'market',
  'rid',
  'cfd',
  'fee',
] as const satisfies readonly TariffKind[];
export type PaidKind = (typeof PAID_KINDS)[number];
export const PAYMENT_ENTRIES = ['payment', 'adjustment'] as const;
export type PaymentEntry = (typeof PAYMENT_ENTRIES)[number];

/**
 * settled: paid or accepted to the tolerance; over: more came than was due; not_over: the month is not; nothing: neither due nor
 * paid; unknown: nothing was booked, and hours are missing of which more may be due than the nothing that is known.
 */
export const BALANCE_STATES = ['nothing', 'not_over', 'unknown', 'open', 'short', 'over', 'settled'] as const;
export type BalanceState = (typeof BALANCE_STATES)[number];

/** What may differ by the payer's own rounding, EUR a month. */
export const TOLERANCE_EUR = 1;

export interface DueAmount {
  readonly kind: TariffKind;
  readonly eur: number;
}
export interface BookedPayment {
  readonly entry: PaymentEntry;
  readonly kind: PaidKind | null;
  readonly amount_eur: number;
}

/** What one kind of tariff, or what was paid for all of a month together, comes to. */
export interface BalanceLine {
  readonly kind: PaidKind | null;
  readonly due_eur: number;
  readonly received_eur: number;
}

export interface Balance {
  readonly due_eur: number;
  readonly received_eur: number;
  /** Differences that somebody accepted. */
  readonly adjusted_eur: number;
  /** What came and was accepted, less what was due: below zero is still to come. */
  readonly difference_eur: number;
  readonly state: BalanceState;
  readonly lines: readonly BalanceLine[];
}

interface Month {
  readonly due: readonly DueAmount[];
  readonly booked: readonly BookedPayment[];
  /** Whether all of its days are over. */
  readonly over: boolean;
  /** Hours of tariffs that are paid whose energy or price is not known. */
  readonly missing_hours: number;
}

export const isPaid = (kind: TariffKind): kind is PaidKind => PAID_KINDS.some((one) => one === kind);

function stateOf({ over, due, booked, missing_hours }: Month, difference_eur: number): BalanceState {
  const payments = booked.some(({ entry }) => entry === 'payment');
  if (!payments && booked.length === 0 && due.length === 0) return 'nothing';
  if (!over) return 'not_over';
  // What is known of such a month, as a fee that is taken off, says nothing of what is owed for it.
  if (booked.length === 0 && missing_hours > 0 && difference_eur >= -TOLERANCE_EUR) return 'unknown';
  if (Math.abs(difference_eur) <= TOLERANCE_EUR) return 'settled';
  if (difference_eur > 0) return 'over';
  return payments ? 'short' : 'open';
}

/** Holds what was paid for a month against what was due. */
export function balanceOf(month: Month): Balance {
  const due = month.due.filter(({ kind }) => isPaid(kind));
  const sum = (amounts: readonly { readonly amount_eur: number }[]) =>
    sumOfCents(amounts.map(({ amount_eur }) => amount_eur));
  const payments = month.booked.filter(({ entry }) => entry === 'payment');
  const due_eur = sumOfCents(due.map(({ eur }) => eur));
  const received_eur = sum(payments);
  const adjusted_eur = sum(month.booked.filter(({ entry }) => entry === 'adjustment'));
  const difference_eur = cents(received_eur + adjusted_eur - due_eur);
  const lines = [...PAID_KINDS, null].flatMap((kind): BalanceLine[] => {
    const own = payments.filter((one) => one.kind === kind);
    const of = due.filter((one) => one.kind === kind);
    if (own.length === 0 && of.length === 0) return [];
    return [{ kind, due_eur: sumOfCents(of.map(({ eur }) => eur)), received_eur: sum(own) }];
  });
  const state = stateOf({ ...month, due }, difference_eur);
  return { due_eur, received_eur, adjusted_eur, difference_eur, state, lines };
}
