import { NUMBERS, OPTIONAL_NUMBERS, type SimulationParameters } from '../../parameters.contract.ts';

/** Shares that people type as percent. */
export const PERCENTS = [
  'grant_share',
  'service_exempt',
  'cost_share',
  'degradation',
  'price_growth',
  'inflation',
  'discount_rate',
] as const;
const isPercent = (name: string) => (PERCENTS as readonly string[]).includes(name);

/** What stands in the fields. */
export type ParameterValues = {
  [K in keyof SimulationParameters]: SimulationParameters[K] extends number
    ? number | null
    : SimulationParameters[K];
};

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Parameters as their fields show them. */
export function valuesOf(parameters: SimulationParameters): ParameterValues {
  const shown = Object.entries(parameters).map(([name, value]) => [
    name,
    isPercent(name) && typeof value === 'number' ? rounded(value * 100) : value,
  ]);
  return Object.fromEntries(shown) as ParameterValues;
}

/** What is sent of the fields: an empty number has its usual value. */
export function parametersOf(values: ParameterValues): SimulationParameters {
  const sent = Object.entries(values).map(([name, value]) => {
    if (value === null && name in NUMBERS) return [name, NUMBERS[name as keyof typeof NUMBERS][0]];
    if (value === null && name in OPTIONAL_NUMBERS) return [name, null];
    return [name, isPercent(name) && typeof value === 'number' ? rounded(value / 100) : value];
  });
  return Object.fromEntries(sent) as SimulationParameters;
}
