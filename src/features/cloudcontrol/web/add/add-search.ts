import { z } from 'zod';

const text = (max: number) => z.string().max(max).catch('').default('');
const typed = (max: number, usual: string) => z.string().max(max).catch(usual).default(usual);
const digits = z
  .string()
  .regex(/^\d{0,15}$/)
  .catch('')
  .default('');

/** How devices are added: searched for, made by a template, by a range of addresses or unit ids, or typed by hand. */
export const HOWS = ['found', 'template', 'range', 'hand'] as const;
export type How = (typeof HOWS)[number];
/** What the devices are: as a template says, as another device is configured, or as each says of itself. */
export const KINDS = ['template', 'like', 'sunspec'] as const;
export type Kind = (typeof KINDS)[number];
/** An address for each device, or one gateway with a unit id for each. */
export const WAYS = ['addresses', 'units'] as const;
export type Way = (typeof WAYS)[number];

/** Where one is: what to look for, what it answered, what was added. */
export const STEPS = ['start', 'check', 'added'] as const;

/** What the screen holds in its address: its step, and all that was typed above the rows. */
export const AddSearch = z.object({
  step: z.enum(STEPS).catch('start').default('start'),
  how: z.enum(HOWS).catch('found').default('found'),
  plant: text(32),
  port_id: digits,
  host: text(253),
  tcp: typed(5, '502'),
  framer: z.enum(['tcp', 'rtu', 'ascii']).catch('tcp').default('tcp'),
  timeout_ms: typed(6, '2000'),
  units: typed(200, '1'),
  base: text(5),
  kind: z.enum(KINDS).catch('template').default('template'),
  /** A template's key. */
  template: text(80),
  /** A device that the others are like. */
  like: digits,
  way: z.enum(WAYS).catch('addresses').default('addresses'),
  addresses: text(1000),
  unit: typed(3, '1'),
  /** Empty: as devices of their kind are usually called. */
  names: text(40),
  first: text(6),
  kw: text(12),
  section: digits,
  /** Ids of the devices that were added. */
  added: text(2000),
});
export type AddSearch = z.infer<typeof AddSearch>;

export const ADD_DEFAULTS: AddSearch = AddSearch.parse({});
