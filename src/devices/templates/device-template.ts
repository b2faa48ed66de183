import type { NumericType, WordOrder } from '../decode/data-type.ts';

/**
 * How one variable of a device is read.
 * value = raw × factor × 10^(register at scale_address) + value_offset.
 */
export interface TemplateVariable {
  /** Entry of the variable-name catalogue. */
  readonly name: string;
  readonly quantity: string;
  readonly function_code: 3 | 4;
  /** 0-based protocol address of the first register. */
  readonly address: number;
  readonly data_type: NumericType;
  readonly word_order: WordOrder;
  /** Single bit of the register, or null for the whole value. */
  readonly bit: number | null;
  readonly factor: number;
  readonly value_offset: number;
  /** Register that holds the exponent of ten, or null where the device has none. */
  readonly scale_address: number | null;
  /** Does the device mark what it does not measure with SunSpec's "not implemented" values? */
  readonly sentinel: boolean;
  /** Decimals worth showing: as many as the device resolves. */
  readonly decimals: number;
  /** The list that says what its numbers mean. */
  readonly value_table: string | null;
}

export interface DeviceTemplate {
  readonly template: string;
  readonly category: 'inverter' | 'meter' | 'weather_station' | 'string_box' | 'generator';
  readonly variables: readonly TemplateVariable[];
}

type Particulars = Pick<TemplateVariable, 'name' | 'quantity' | 'address' | 'data_type' | 'decimals'> &
  Partial<TemplateVariable>;

/** Fills what most variables share: holding register, ABCD, factor 1, SunSpec's "not implemented" values. */
export function templateVariable(particulars: Particulars): TemplateVariable {
  return {
    function_code: 3,
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: true,
    value_table: null,
    ...particulars,
  };
}
