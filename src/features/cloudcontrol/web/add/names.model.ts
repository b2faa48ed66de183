import type { DeviceCategory } from '../../../plants/plants.model.ts';

const NUMBER = /\{(n{1,4})\}/;

/** What devices of a kind are usually called. */
const USUAL: Readonly<Record<DeviceCategory, string>> = {
  inverter: 'INV{n}',
  production_meter: 'MP{n}',
  exchange_meter: 'MX{n}',
  weather_station: 'WS{n}',
  string_box: 'QS{n}',
  generator: 'GEN{n}',
  other: 'DEV{n}',
};
export const patternFor = (category: DeviceCategory): string => USUAL[category];

/** Whether a pattern gives each device a name of its own. */
export const isPattern = (pattern: string): boolean => NUMBER.test(pattern);

/** The name of number n: `INV{n}` is INV7, `INV{nn}` INV07. */
export const nameAt = (pattern: string, n: number): string =>
  pattern.replace(NUMBER, (_, digits: string) => String(n).padStart(digits.length, '0'));

/** The number behind the greatest that a name of this pattern has already; 1 where there is none. */
export function nextNumber(pattern: string, taken: readonly string[]): number {
  const [before = '', after = ''] = pattern.split(NUMBER).filter((_, i) => i !== 1);
  const numbers = taken.flatMap((name) => {
    if (!name.startsWith(before) || !name.endsWith(after)) return [];
    const middle = name.slice(before.length, name.length - after.length);
    return /^\d{1,6}$/.test(middle) ? Number(middle) : [];
  });
  return Math.max(0, ...numbers) + 1;
}
