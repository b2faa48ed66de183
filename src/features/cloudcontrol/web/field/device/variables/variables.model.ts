import { REGISTERS } from '../../../../../../devices/register.ts';
import { fold } from '../../../../../../shared/web/list/data-table.model.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import type { BadRegister } from '../../../../device-log.model.ts';
import type { DeviceLatest } from '../../../../latest-values.contract.ts';

export type Newest = DeviceLatest['values'][number];

/** The look that holds: the variable's own, else its name's. */
export function lookOf(variable: ConfiguredVariable) {
  const { of_name } = variable;
  return {
    unit: variable.unit ?? of_name.unit,
    decimals: variable.decimals ?? of_name.decimals,
    colour: variable.colour ?? of_name.colour,
    group_name: variable.group_name ?? of_name.group_name,
  };
}

export const labelOf = (
  { label_en, label_it, name }: Pick<ConfiguredVariable, 'label_en' | 'label_it' | 'name'>,
  language: string,
): string => (language === 'it' ? label_it : label_en) || name;

/** The variables that hold every word, in their labels, codes, groups or addresses. */
export function findVariables(
  variables: readonly ConfiguredVariable[],
  q: string,
): readonly ConfiguredVariable[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return variables;
  return variables.filter((variable) => {
    const { name, label_en, label_it, address } = variable;
    const text = fold([name, label_en, label_it, lookOf(variable).group_name, address ?? ''].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** Whether a value written down is one that the device's list of refused registers can hold. */
export function badRegistersOf(entries: readonly Readonly<Record<string, unknown>>[]): BadRegister[] {
  return entries.flatMap((one) => {
    const { function_code, address, quantity, exception, next_try_at } = one;
    if (typeof function_code !== 'number' || typeof address !== 'number') return [];
    if (typeof quantity !== 'number' || typeof exception !== 'number') return [];
    return [{ function_code, address, quantity, exception, next_try_at: String(next_try_at ?? '') }];
  });
}

/** The refused registers among which a variable lies, if any. */
export function badRegisterOf(
  { function_code, address, data_type }: ConfiguredVariable,
  bad: readonly BadRegister[],
): BadRegister | undefined {
  if (address === null || data_type === null) return undefined;
  const end = address + REGISTERS[data_type];
  return bad.find(
    (one) => one.function_code === function_code && address < one.address + one.quantity && one.address < end,
  );
}

/** Variables that read the same registers: mostly a slip, sometimes meant (two bits, two scales). */
export function sameRegisters(variables: readonly ConfiguredVariable[]): ReadonlyMap<number, string[]> {
  const keyOf = ({ function_code, address, bit }: ConfiguredVariable) =>
    address === null ? null : `${function_code}/${address}/${bit ?? ''}`;
  const groups = Map.groupBy(variables, keyOf);
  const twins = new Map<number, string[]>();
  for (const [key, group] of groups) {
    if (key === null || group.length < 2) continue;
    for (const one of group) {
      twins.set(
        one.id,
        group.filter((other) => other !== one).map(({ name }) => name),
      );
    }
  }
  return twins;
}
