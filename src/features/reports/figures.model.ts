/** How a figure of a report is written. */
interface Written {
  readonly decimals: number;
  /** A share 0…1 in the call, a percentage wherever it is read. */
  readonly percent?: true;
}
const energy: Written = { decimals: 1 };
const percent: Written = { decimals: 1, percent: true };
const money: Written = { decimals: 2 };

/**
 * The rounding rule of the reports: each figure is worked out from exact values, totals too, and rounded once, here, to the
 * digits that screen, PDF, workbook, CSV and call then all have. kWh by 0.1, kWh/m² and kWh/kWp by 0.01, percentages by 0.1,
 * euros by the cent. Euros come in cents already, day by day, and are only added (shared/units/money.ts): nothing is rounded here then.
 */
export const WRITTEN = {
  produced_kwh: energy,
  exported_kwh: energy,
  used_kwh: energy,
  imported_kwh: energy,
  expected_kwh: energy,
  lost_kwh: energy,
  energy_kwh: energy,
  year_ago_kwh: energy,
  budget_kwh: energy,
  irradiation_kwh_m2: { decimals: 2 },
  irradiation_horizontal_kwh_m2: { decimals: 2 },
  specific_yield: { decimals: 2 },
  pr: percent,
  pr_25: percent,
  pr_weather: percent,
  performance_index: percent,
  missing_share: percent,
  availability_raw: percent,
  availability: percent,
  completeness: percent,
  change: percent,
  budget_change: percent,
  lost_eur: money,
  earning_eur: money,
  revenue_eur: money,
} as const satisfies Record<string, Written>;
export type FigureName = keyof typeof WRITTEN;

const isFigure = (name: string): name is FigureName => Object.hasOwn(WRITTEN, name);

/** Half away from zero, as money is rounded, and free of what binary fractions add: 1.005 becomes 1.01. */
function roundTo(value: number, decimals: number): number {
  const rounded = Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e-${decimals}`);
  // Numbers so small or large that they are written with an exponent are not made shorter by this.
  if (Number.isNaN(rounded)) return Math.abs(value) < 1 ? 0 : value;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/** A figure as the call gives it. @param value in the unit of its name; shares 0…1 */
export function asWritten(name: FigureName, value: number | null): number | null {
  const { decimals, percent: isShare } = WRITTEN[name] as Written;
  return value === null ? null : roundTo(value, isShare ? decimals + 2 : decimals);
}

/** A row, and the rows in it, with every figure rounded by the rule. */
export function writtenRow<Row extends object>(row: Row): Row {
  const fields = Object.entries(row).map(([name, value]) => {
    if (Array.isArray(value))
      return [name, value.map((one) => (typeof one === 'object' ? writtenRow(one) : one))];
    return [name, isFigure(name) && typeof value === 'number' ? asWritten(name, value) : value];
  });
  return Object.fromEntries(fields) as Row;
}

/** A figure of the call as it is read: percentages in hundredths. */
export function asRead(name: FigureName, value: number | null): number | null {
  const { decimals, percent: isShare } = WRITTEN[name] as Written;
  return value === null || !isShare ? value : roundTo(value * 100, decimals);
}
