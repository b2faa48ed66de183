import { REGISTERS, type RegisterType } from '../../../../../../devices/register.ts';
import { type NumberFault, readNumber } from '../../../../../../shared/web/forms/number-text.model.ts';
import { LIMITS } from '../../../../configuration.model.ts';

interface First {
  /** As it was typed. */
  address: string;
  data_type: RegisterType;
}

/** The address of each of so many variables that follow one another, or what is wrong with the first one's. */
export function addressesOf(
  { address, data_type }: First,
  count: number,
): { addresses: number[] } | { fault: NumberFault } {
  const step = REGISTERS[data_type];
  // All registers of the last one must be within reach as well.
  const max = LIMITS.address.most + 1 - Math.max(1, count) * step;
  const { value, fault } = readNumber(address, { min: LIMITS.address.least, max, integer: true });
  if (fault) return { fault };
  const start = value ?? 0;
  return { addresses: Array.from({ length: count }, (_, i) => start + i * step) };
}
