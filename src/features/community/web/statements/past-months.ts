import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { useMonths } from '../../../../shared/web/format/use-months.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';

const MONTHS_BACK = 36;

/** Months that are over, the last one first. */
export function usePastMonths() {
  const day = new Date(useNow(HOUR_MS)).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' });
  return useMonths(day, MONTHS_BACK + 1).slice(1);
}
