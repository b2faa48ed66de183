import { huaweiValues } from './huawei-values.ts';
import { smaValues } from './sma-values.ts';
import { sungrowValues } from './sungrow-values.ts';
import { sunspecState, sunspecValues } from './sunspec-values.ts';
import type { ValueTable } from './value-table.ts';

/** Every list that says what numbers mean; keys are unique. */
export const valueTables: readonly ValueTable[] = [
  ...sunspecValues,
  ...smaValues,
  ...huaweiValues,
  ...sungrowValues,
];

const byKey = new Map(valueTables.map((table) => [table.key, table]));

export const findValueTable = (key: string): ValueTable | undefined => byKey.get(key);

/**
 * The list of a variable: its own, or SunSpec's for a state that names none.
 * @param key null where the variable names none; one that is not known counts as an unknown list, not as none.
 */
export function valueTableOf(key: string | null, quantity: string): ValueTable | undefined {
  if (key !== null) return findValueTable(key);
  return quantity === 'device_state' ? sunspecState : undefined;
}

/** Numbers that a device puts where it knows nothing, by the list of its variable: they are read as missing. */
export function missingValuesOf(key: string | null): readonly number[] {
  const table = key === null ? undefined : findValueTable(key);
  if (!table) return [];
  if (table.kind === 'events') return table.missing ?? [];
  return [...table.entries].flatMap(([value, { missing }]) => (missing ? [value] : []));
}
