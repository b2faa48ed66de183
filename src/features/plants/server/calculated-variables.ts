import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type HeldDevice, listCalculations } from './device-changes.repository.ts';
import { AS_NEW, type VariableColumns } from './variables.repository.ts';

/** What says how and when a value is read; nothing of a virtual device is. */
const READING = [
  'function_code',
  'address',
  'data_type',
  'word_order',
  'bit',
  'bit_count',
  'factor',
  'value_offset',
  'scale_address',
  'sentinel',
  'poll',
] as const satisfies readonly (keyof VariableColumns)[];

type Of = Pick<HeldDevice, 'id' | 'virtual'>;

function refuse(path: string, detail: string): never {
  const message = 'fixed, because variables of a virtual device are calculated';
  throw new AppError('invalid', detail, { errors: [{ path, message, code: 'calculated' }] });
}

/**
 * @param pathOf where a field stands in what was sent
 * @throws AppError invalid with the field where a variable of a virtual device would be read
 */
export function assertUnread(
  device: Pick<HeldDevice, 'virtual'>,
  fields: Partial<VariableColumns>,
  pathOf: (field: (typeof READING)[number]) => string = (field) => field,
): void {
  if (!device.virtual) return;
  const read = READING.find((field) => fields[field] !== undefined && fields[field] !== AS_NEW[field]);
  if (!read) return;
  refuse(
    pathOf(read),
    'Variables of a virtual device are calculated: they have no register and are not polled',
  );
}

/** Whether the results of a calculation are stored in a variable. */
export async function isCalculated(tx: Tx, device: Of, variable_id: number): Promise<boolean> {
  if (!device.virtual) return false;
  const found = await listCalculations(tx, { device_id: device.id, variable_id });
  return found.some(({ result }) => result);
}

/** Results are stored in their variable's unit. @throws AppError invalid where it would change under them */
export async function assertUnitStays(tx: Tx, device: Of, variable_id: number): Promise<void> {
  if (!(await isCalculated(tx, device, variable_id))) return;
  refuse('unit', 'The stored results of this calculation have its unit: use a name of another unit instead');
}

/** What of an earlier configuration may come back to a variable of the device. */
export function withoutReading<T extends object>(
  device: Pick<HeldDevice, 'virtual'>,
  columns: T,
): Partial<T> {
  if (!device.virtual) return columns;
  const kept = Object.entries(columns).filter(([name]) => !READING.some((field) => field === name));
  return Object.fromEntries(kept) as Partial<T>;
}
