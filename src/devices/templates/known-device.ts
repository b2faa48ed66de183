import type { NumericType, WordOrder } from '../decode/data-type.ts';
import { type NameWords, wordsOf } from './words.ts';

/** Where and how a value is read: raw × factor + value_offset. */
export interface KnownRegister {
  readonly function_code: 1 | 2 | 3 | 4;
  /** 0-based, as it goes over the wire. */
  readonly address: number;
  readonly data_type: NumericType;
  readonly word_order: WordOrder;
  readonly bit: number | null;
  readonly factor: number;
  readonly value_offset: number;
  /** Does the device mark what it does not measure with the least or greatest number of the type? */
  readonly sentinel: boolean;
}

export interface KnownVariable {
  readonly name: string;
  readonly register: KnownRegister;
  readonly poll: 'fast' | 'slow' | 'daily';
  /** The list that says what its numbers mean. */
  readonly value_table: string | null;
  /** What the name means; none where every company's catalogue begins with it. */
  readonly of_name?: NameWords;
}

/** A text that is read from the device, two characters in each register. */
export interface KnownAttribute {
  readonly name: string;
  readonly function_code: 3 | 4;
  readonly address: number;
  readonly length: number;
  readonly swapped: boolean;
}

/** A maker's device as data: what it is, where that was published, and the registers that are worth reading. */
export interface KnownDevice {
  /** How companies' devices remember what they were made from: it never changes. */
  readonly key: string;
  readonly name: string;
  readonly manufacturer: string;
  readonly models: readonly string[];
  readonly category: 'inverter' | 'production_meter' | 'exchange_meter' | 'string_box' | 'other';
  /** Rises with each change of what is below, so that devices made from it are seen to lag behind. */
  readonly version: number;
  /** What must be set at the device, its unit id and port, and what its numbers mean here. */
  readonly notes: { readonly en: string; readonly it: string };
  readonly source: { readonly title: string; readonly url: string };
  readonly variables: readonly KnownVariable[];
  readonly attributes: readonly KnownAttribute[];
}

type Line = (
  name: string,
  address: number,
  data_type: NumericType,
  factor?: number,
  more?: Partial<KnownRegister> & { readonly poll?: KnownVariable['poll']; readonly value_table?: string },
) => KnownVariable;

/** A writer of variables that share what is given: one line for each. */
export function lineFor(shared: Pick<KnownRegister, 'function_code'> & Partial<KnownRegister>): Line {
  return (name, address, data_type, factor = 1, { poll = 'fast', value_table, ...more } = {}) => {
    const of_name = wordsOf(name);
    const register = {
      word_order: 'ABCD',
      bit: null,
      value_offset: 0,
      sentinel: false,
      ...shared,
      address,
      data_type,
      factor,
      ...more,
    } as const;
    return { name, register, poll, value_table: value_table ?? null, ...(of_name ? { of_name } : {}) };
  };
}

/** 1 to `count`. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** 1 as 01: numbers in names stand in their order. */
export const two = (n: number): string => String(n).padStart(2, '0');
