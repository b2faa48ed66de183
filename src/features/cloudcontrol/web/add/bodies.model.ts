import type { CallError } from '../../../../shared/contract/client.ts';
import { readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import type { AddDevicesBody } from './add-devices.ts';
import { type Outcome, targetOf } from './answers.model.ts';
import { POWER } from './choices.model.ts';
import type { Draft, Row, RowField } from './draft.model.ts';

type Body = AddDevicesBody['devices'][number];

function madeOf(draft: Draft, outcome: Outcome | undefined): Partial<Body> {
  if (draft.kind === 'template') return { template_key: draft.template_key };
  if (draft.kind === 'like') return { like_device_id: Number(draft.like_id) };
  const found = outcome?.found;
  if (!found) return {};
  return {
    template_key: 'sunspec',
    category: found.category,
    manufacturer: found.manufacturer,
    model: found.model,
    nominal_power: found.nominal_power,
    variables: found.variables.map(({ value: _, ...variable }) => variable),
    attributes: found.attributes.map(({ value: _, ...attribute }) => attribute),
  };
}

/** A row's device as it is added. */
export function bodyOf(row: Row, draft: Draft, outcome: Outcome | undefined, port_id: number | null): Body {
  const { value: kw = null } = readNumber(row.nominal_power, POWER);
  const target = targetOf(row, draft, port_id);
  const serial = row.serial_number.trim();
  return {
    ...madeOf(draft, outcome),
    ...('port_id' in target ? { port_id: target.port_id } : { port: target }),
    short_name: row.short_name.trim(),
    unit_id: Number(row.unit_id),
    ...(serial === '' ? {} : { serial_number: serial }),
    ...(kw === null ? {} : { nominal_power: kw }),
    ...(draft.section_id === '' ? {} : { section_id: Number(draft.section_id) }),
  };
}

const FIELDS: Readonly<Record<string, RowField>> = {
  short_name: 'short_name',
  serial_number: 'serial_number',
  unit_id: 'unit_id',
  nominal_power: 'nominal_power',
  'port.host': 'host',
  'port.port': 'port',
};

export type ServerFault = CallError['errors'][number];

/** Which row, and which of its fields, the server found fault with; a field that no row shows is told above all. */
export function placeOfFault(
  { path }: ServerFault,
  keys: readonly string[],
): { key: string; field: RowField } | undefined {
  const [, index, field = ''] = /^devices\.(\d+)\.(.+)$/.exec(path) ?? [];
  const key = keys[Number(index)];
  const known = FIELDS[field];
  return key !== undefined && known ? { key, field: known } : undefined;
}
