import { REGISTERS, type RegisterType } from '../../../../../../devices/register.ts';
import { LIMITS } from '../../../../configuration.model.ts';
import { type Fault, type Field, parseField } from '../../forms/fields.model.ts';

export interface First {
  function_code: number;
  /** As it was typed. */
  address: string;
  data_type: RegisterType;
}

const ADDRESS: Field = { name: 'address', kind: 'int', required: true, ...LIMITS.address };

/** The address of each of so many variables that follow one another, or what is wrong with the first one's. */
export function addressesOf(
  { address, data_type }: First,
  count: number,
): { addresses: number[] } | { fault: Fault } {
  const step = REGISTERS[data_type];
  // All registers of the last one must be within reach as well.
  const max = LIMITS.address.most + 1 - Math.max(1, count) * step;
  const parsed = parseField({ ...ADDRESS, most: max }, address);
  if ('fault' in parsed) return parsed;
  const start = Number(parsed.value);
  return { addresses: Array.from({ length: count }, (_, i) => start + i * step) };
}
