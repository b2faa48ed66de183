import { z } from 'zod';

/** A bit or register on the wire, counted from 0. */
const Address = z.int().min(0).max(65_535);
const ByLine = z
  .array(Address.nullable())
  .length(6)
  .meta({ examples: [[0, 1, 2, 3, 4, null]] });

/** A value of one or more registers; `factor` makes it kW. */
const Power = z.object({
  address: Address,
  function: z.union([z.literal(3), z.literal(4)]),
  factor: z.number().min(1e-6).max(1000),
});

/**
 * Where everything stands on a controller of a cabinet. Lines are counted from 1, their places in a list from 0; what a
 * controller has not is null.
 */
export const IoProfile = z.object({
  coils: ByLine.describe('outputs (functions 5 and 15) by line'),
  feedback: ByLine.describe('discrete inputs by line: auxiliary contact of the contactor'),
  breaker: ByLine.describe('discrete inputs by line: 1 where the breaker has tripped'),
  manual: Address.nullable().describe('discrete input: 1 where the selector stands on manual'),
  door: Address.nullable().describe('discrete input: 1 where the door is open'),
  supply: Address.nullable().describe('discrete input: 1 where the supply is there'),
  leakage: Address.nullable().describe('discrete input: 1 where current leaks to earth'),
  power: Power.nullable().describe('power of the cabinet: int32, high word first'),
  line_power: Power.nullable().describe('power of each line: the first of six uint16'),
  clock: z
    .object({ address: Address })
    .nullable()
    .describe('uint32, high word first: seconds since 1970, UTC'),
  timetable: z
    .object({ address: Address, days: z.int().min(1).max(31) })
    .nullable()
    .describe(
      'first day (days since 1970), then for each day and line on, off, pause from, pause to: minutes after 00:00 UTC of that day, 65535 for none',
    ),
  pairing: z.object({ address: Address }).nullable().describe('uint32, high word first: the pairing code'),
});
export type IoProfile = z.infer<typeof IoProfile>;

const inRow = (from: number): number[] => [0, 1, 2, 3, 4, 5].map((step) => from + step);

/** A controller of six lines with everything wired, as the simulator is one. */
export const SIX_LINES: IoProfile = {
  coils: inRow(0),
  feedback: inRow(0),
  breaker: inRow(8),
  manual: 16,
  door: 17,
  supply: 18,
  leakage: 19,
  power: { address: 0, function: 4, factor: 0.001 },
  line_power: { address: 2, function: 4, factor: 0.001 },
  clock: { address: 100 },
  timetable: { address: 110, days: 7 },
  pairing: { address: 400 },
};

const NOWHERE = Array.from({ length: 6 }, () => null);

/** A controller of which nothing is known yet but where its pairing code stands: nothing on it is switched or read besides. */
export const pairingAlone = (address: number): IoProfile => ({
  coils: NOWHERE,
  feedback: NOWHERE,
  breaker: NOWHERE,
  manual: null,
  door: null,
  supply: null,
  leakage: null,
  power: null,
  line_power: null,
  clock: null,
  timetable: null,
  pairing: { address },
});

/** What of a profile is written to, or holds the code that proves whose it is: who may switch does not say where that stands. */
const guarded = ({ coils, clock, timetable, pairing }: Partial<IoProfile>): string =>
  JSON.stringify([coils, clock?.address, timetable?.address, timetable?.days, pairing?.address]);

/** Whether two profiles write to the same addresses, and have their pairing code in the same place. */
export const writesAlike = (one: Partial<IoProfile>, other: Partial<IoProfile>): boolean =>
  guarded(one) === guarded(other);

/** Whether the controller holds its own times and goes on without the portal. */
export const holdsTimetable = ({ timetable, clock }: IoProfile): boolean =>
  timetable !== null && clock !== null;
