import type { WordOrder } from '../../../../../devices/decode/data-type.ts';
import type { RegisterType } from '../../../../../devices/register.ts';
import type { FunctionCode } from '../../../../plants/field.model.ts';
import type { VARIABLE_KINDS } from '../../../../plants/plants.model.ts';
import { variableFieldsFor } from '../../field/forms/entities.model.ts';
import type { Scaling } from '../figures.ts';
import type { ReadQuestion } from '../reading.model.ts';

/** What was seen, to be made a variable of. */
export interface Origin {
  readonly function_code: FunctionCode;
  readonly address: number;
  readonly data_type: RegisterType;
  readonly word_order: WordOrder;
  readonly scaling: Scaling;
  readonly scale_address: number | null;
}

/** A variable as the form begins with it. */
export interface Draft extends Readonly<Record<string, unknown>> {
  address: number;
  data_type: RegisterType;
  bit: number | null;
  bit_count: number;
  word_order: WordOrder;
  factor: number;
  value_offset: number;
  scale_address: number | null;
  sentinel: boolean;
  unit: string | null;
  decimals: number | null;
  poll: string;
}

export function draftOf({
  address,
  data_type,
  word_order,
  scaling,
  scale_address,
  function_code,
}: Origin): Draft {
  const bits = data_type === 'bit' && function_code > 2;
  return {
    address,
    data_type,
    bit: bits ? 0 : null,
    bit_count: 1,
    word_order,
    factor: scaling.factor,
    value_offset: scaling.value_offset,
    scale_address,
    sentinel: false,
    unit: scaling.unit || null,
    decimals: scaling.decimals,
    poll: 'fast',
  };
}

/** The fields that a variable of this kind has: one bit of a coil has neither place nor order. */
export function draftFields({
  function_code,
  data_type,
}: Pick<Origin, 'function_code'> & { data_type: unknown }) {
  const hidden = ['function_code', 'group_name', 'colour', 'enabled'];
  if (function_code <= 2)
    hidden.push('data_type', 'bit', 'bit_count', 'word_order', 'scale_address', 'sentinel');
  return variableFieldsFor(data_type)
    .filter(({ name }) => !hidden.includes(name))
    .map((field) =>
      field.name === 'address' || field.name === 'data_type'
        ? { ...field, nullable: false, required: true }
        : field,
    );
}

/** What the variable shall be called: by the catalogue, or by a new name that is added to it. */
export type Chosen =
  | { kind: 'known'; name: string }
  | { kind: 'new'; label: string; code: string; of: (typeof VARIABLE_KINDS)[number] };

/** The code that a choice comes to; empty where there is none yet. */
export const nameOf = (chosen: Chosen): string => (chosen.kind === 'known' ? chosen.name : chosen.code);

/** What a new name means, for the catalogue: it is added together with the variable, or not at all. */
function meaningOf(chosen: Chosen, { unit, decimals }: Draft) {
  if (chosen.kind === 'known') return {};
  const label = chosen.label.trim();
  const look = { unit: unit ?? '', decimals: decimals ?? 2 };
  return { of_name: { label_en: label, label_it: label, ...look, kind: chosen.of } };
}

/** The variable as the server takes it. */
export function bodyOf(chosen: Chosen, draft: Draft, function_code: FunctionCode) {
  const { unit, decimals, poll, ...rest } = draft;
  const { bit, bit_count, ...place } = rest;
  const ofBits = place.data_type === 'bit' ? { bit: function_code <= 2 ? null : (bit ?? 0), bit_count } : {};
  const register = { ...place, ...ofBits, function_code };
  return {
    name: nameOf(chosen),
    register,
    unit,
    decimals,
    poll: poll as 'fast',
    ...meaningOf(chosen, draft),
  };
}

/** How a device that is made here reaches the field. */
export function wayOf({ target, unit_id }: ReadQuestion, port_id: number | null) {
  if (port_id !== null) return { port_id, unit_id };
  return 'port_id' in target ? { port_id: target.port_id, unit_id } : { port: target, unit_id };
}
