import { addDays } from '../../shared/units/zones.ts';

/**
 * How energy of a plant is paid. // docs/domain.md §1.5, §2.5
 * incentive: Conto Energia, on what is produced; fixed: a price for what is fed in; market: the zone's hourly price for it; rid: the
 * guaranteed minimum price, with a yearly top-up where the market paid more; cfd: the difference of a two-way contract (FER-X),
 * beside the market; avoided: what is used on site and need not be bought; fee: what GSE asks for each year.
 */
export const TARIFF_KINDS = ['incentive', 'fixed', 'market', 'rid', 'cfd', 'avoided', 'fee'] as const;
export type TariffKind = (typeof TARIFF_KINDS)[number];

/** Which energy each kind pays. */
export const BASIS = {
  incentive: 'produced',
  fixed: 'exported',
  market: 'exported',
  rid: 'exported',
  cfd: 'exported',
  avoided: 'used',
  fee: null,
} as const satisfies Record<TariffKind, 'produced' | 'exported' | 'used' | null>;

/** Kinds whose hours need a price of the market. */
export const needsPrice = (kind: TariffKind): boolean => kind === 'market' || kind === 'cfd';

/** What is agreed from a day to another. */
export interface TariffStep {
  readonly from_on: string;
  /** Its last day, included; null: until further notice. */
  readonly to_on: string | null;
  /** EUR/kWh: of the incentive, the fixed price, the guaranteed minimum, the strike, or what the energy would have cost; EUR a year of a fee. */
  readonly rate: number;
}

export interface StepFault {
  /** Counted from 0. */
  readonly step: number;
  readonly code: 'hole' | 'overlap' | 'end_before_start' | 'not_last';
}

/** Steps follow one another day by day: no hole, no overlap, and only the last one may go on. */
export function stepFault(steps: readonly TariffStep[]): StepFault | null {
  for (const [step, { from_on, to_on }] of steps.entries()) {
    if (to_on !== null && to_on < from_on) return { step, code: 'end_before_start' };
    const next = steps[step + 1];
    if (!next) continue;
    if (to_on === null) return { step, code: 'not_last' };
    if (next.from_on <= to_on) return { step: step + 1, code: 'overlap' };
    if (next.from_on > addDays(to_on, 1)) return { step: step + 1, code: 'hole' };
  }
  return null;
}

/** The step that holds on a day; undefined before the first and after the last. */
export const stepOn = (steps: readonly TariffStep[], day: string): TariffStep | undefined =>
  steps.find(({ from_on, to_on }) => from_on <= day && (to_on === null || day <= to_on));

/** Up to so much energy of a year the guaranteed minimum price holds, kWh. // docs/domain.md §1.5 */
export const RID_LIMIT_KWH = 1_500_000;

/** The same of a plant where it applies on some days of the year, and never more. @param days of the year on which it does */
export const ridLimit = (days: number): number => (RID_LIMIT_KWH * Math.min(365, days)) / 365;
