import { z } from 'zod';
import { DATA_TYPES, type RegisterType } from '../../../../devices/data-types.ts';
import { FRAMERS } from '../../../plants/framers.model.ts';
import { NOTATIONS } from './notation.model.ts';

const text = (max: number) => z.string().max(max).catch('').default('');
const digits = (max: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${max}}$`))
    .or(z.literal(''))
    .catch('')
    .default('');
/** A whole number as an address has it, or nothing. */
const whole = digits(5);
/** A number as it was typed, with either comma. */
const figure = text(24);

/** What the register workbench holds in its address: what was asked, and how it is looked at. */
export const RegistersSearch = z.object({
  /** Id of a port; empty: the gateway of `host`. */
  port: digits(15),
  host: text(253),
  tcp: whole,
  framer: z.enum(FRAMERS).catch('tcp').default('tcp'),
  unit: whole,
  fn: z.enum(['1', '2', '3', '4']).catch('3').default('3'),
  /** As it goes over the wire, counted from 0. */
  address: whole,
  count: whole,
  /** How addresses are typed and shown. */
  as: z.enum(NOTATIONS).catch('wire').default('wire'),
  /** Empty: what fits what was read. */
  type: z
    .enum(['', ...DATA_TYPES])
    .catch('')
    .default(''),
  /** Registers before the first value, where one does not begin with the first. */
  skip: z.enum(['0', '1', '2', '3']).catch('0').default('0'),
  /** A row for each register, or for each value. */
  rows: z.enum(['values', 'registers']).catch('values').default('values'),
  factor: figure,
  offset: figure,
  /** Address of a register that holds the power of ten. */
  scale: whole,
  decimals: z.enum(['', '0', '1', '2', '3', '4', '5', '6']).catch('').default(''),
  unit_word: text(20),
  binary: z.enum(['', '1']).catch('').default(''),
});
export type RegistersSearch = z.infer<typeof RegistersSearch>;

export const REGISTERS_DEFAULTS: RegistersSearch = RegistersSearch.parse({});

/** The same with the type that holds: as it was chosen, or as it fits. */
export type Looked = RegistersSearch & { type: RegisterType };
