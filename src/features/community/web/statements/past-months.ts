import { HOUR_MS, MARKET_CLOCK } from '../../../../shared/units/zones.ts';
import { useMonths } from '../../../../shared/web/format/use-months.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';

const MONTHS_BACK = 36;

/** The month that is not over, and those before it, the newest first. */
export function useMonthsSoFar() {
  const day = new Date(useNow(HOUR_MS)).toLocaleDateString('sv-SE', { timeZone: MARKET_CLOCK });
  return useMonths(day, MONTHS_BACK + 1);
}

/** Months that are over, the last one first. */
export const usePastMonths = () => useMonthsSoFar().slice(1);
