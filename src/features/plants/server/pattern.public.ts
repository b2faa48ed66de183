import type { z } from 'zod';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AttributeFields, DeviceFields, NewVariable } from '../device-fields.contract.ts';
import { listAttributes } from './attributes.repository.ts';
import { findTemplateOf } from './bulk-devices.repository.ts';
import { COPIED } from './devices.public.ts';
import { findDevice } from './devices.repository.ts';
import { listStored, type StoredVariable } from './variables.repository.ts';

/** What of a device others can be made of. */
export interface Pattern {
  readonly virtual: boolean;
  readonly fields: DeviceFields;
  readonly template_key: string | null;
  readonly template_version: number | null;
  readonly variables: readonly NewVariable[];
  readonly attributes: readonly z.output<typeof AttributeFields>[];
}

/** A stored variable, as one that is to be made says it. */
function asNew({
  name,
  unit,
  decimals,
  colour,
  group_name,
  value_table,
  poll,
  enabled,
  ...row
}: StoredVariable): NewVariable {
  const { function_code, address, data_type, word_order } = row;
  const { bit, bit_count, factor, value_offset, scale_address, sentinel } = row;
  const read = { bit, bit_count, factor, value_offset, scale_address, sentinel };
  const register = address === null ? null : { function_code, address, data_type, word_order, ...read };
  return { name, unit, decimals, colour, group_name, value_table, poll, enabled, register } as NewVariable;
}

/** A device that the scope may see, as a pattern for others: all but its name, serial number, place and port. @throws AppError not_found */
export async function getPattern(tx: Tx, id: number): Promise<Pattern> {
  const device = (await findDevice(tx, id)) ?? notFound();
  const stored = device as unknown as DeviceFields;
  const attributes = await listAttributes(tx, id);
  return {
    virtual: device.virtual,
    fields: Object.fromEntries(COPIED.map((field) => [field, stored[field]])),
    ...((await findTemplateOf(tx, id)) ?? notFound()),
    variables: (await listStored(tx, id)).map(asNew),
    attributes: attributes.map(({ id: _i, device_id: _d, version: _v, ...columns }) => ({
      ...columns,
      function_code: columns.function_code as 3 | 4,
    })),
  };
}
