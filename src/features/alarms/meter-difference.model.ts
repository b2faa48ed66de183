import type { AlarmParams } from './evaluation/active-alarm.model.ts';

const SIDES = ['device', 'inverters', 'distributor', 'gse'] as const;

/** What an alarm says of a meter that differs from what it is compared with. */
export interface MeterDifference {
  readonly meter_id: number;
  readonly serial_number: string;
  /** YYYY-MM. */
  readonly month: string;
  /** The first day that differs, of a month that is not over. */
  readonly day: string | null;
  readonly side: (typeof SIDES)[number];
  readonly kwh: number;
  /** Of the other side; null where that counted nothing. */
  readonly pct: number | null;
  readonly threshold_pct: number;
}

/** Read from an alarm's parameters; null where they do not hold it. */
export function meterDifferenceOf(params: AlarmParams): MeterDifference | null {
  const { meter_id, serial_number, month, day, own_kwh, other_kwh, threshold_pct } = params;
  const side = SIDES.find((one) => one === params.side);
  if (!side || typeof serial_number !== 'string' || typeof month !== 'string') return null;
  const figures = [meter_id, own_kwh, other_kwh, threshold_pct].map(Number);
  const [id = 0, own = 0, other = 0, threshold = 0] = figures;
  return {
    meter_id: id,
    serial_number,
    month,
    side,
    threshold_pct: threshold,
    day: typeof day === 'string' ? day : null,
    kwh: own - other,
    pct: other === 0 ? null : ((own - other) / other) * 100,
  };
}

/** A month (YYYY-MM) or a day of one (YYYY-MM-DD) as it is written on paper. */
const written = (date: string): string => date.split('-').reverse().join('/');

export const monthText = ({ month }: Pick<MeterDifference, 'month'>): string => written(month);

/** What the figures are of: the day, where the month is not over. */
export const timeText = ({ month, day }: Pick<MeterDifference, 'month' | 'day'>): string =>
  written(day ?? month);
