import { z } from 'zod';
import { Day, ProjCode } from '../../shared/contract/fields.ts';
import { ASSUMPTION_CODES } from './assumptions.model.ts';
import { ConfigurationFinding } from './community.contract.ts';
import { AREAS, SWITCHES, ZONES } from './community.model.ts';
import { MEMBER_KINDS } from './simulation.model.ts';

export const MAX_SIMULATED_PLANTS = 20;

/** Numbers of a simulation: usual value, least, most. Levels and counts are whole. // spec §3: Simulation parameters */
export const NUMBERS = {
  kwp: [400, 0, 1_000],
  tilt_deg: [30, 0, 90],
  azimuth_deg: [180, 0, 360],
  battery_kwh: [0, 0, 100_000],
  grant_share: [0, 0, 1],
  prosumer: [10, 0, 10_000],
  apartment: [60, 0, 10_000],
  townhouse: [20, 0, 10_000],
  service: [5, 0, 10_000],
  prosumer_level: [1, 1, 20],
  apartment_level: [1, 1, 20],
  townhouse_level: [1, 1, 20],
  service_level: [1, 1, 20],
  prosumer_kwh: [4_000, 1, 10_000_000],
  apartment_kwh: [2_300, 1, 10_000_000],
  townhouse_kwh: [4_000, 1, 10_000_000],
  service_kwh: [20_000, 1, 10_000_000],
  prosumer_kwp: [4.5, 0, 200],
  /** Of the services, how many are bodies whose shared energy keeps its whole tariff beside a grant, 0…1. */
  service_exempt: [0, 0, 1],
  assumed_price: [110, -500, 4_000],
  eur_per_kwp: [1_100, 0, 20_000],
  eur_per_battery_kwh: [500, 0, 20_000],
  bill_eur_per_kwh: [0.25, 0, 5],
  cost_share: [0.015, 0, 1],
  degradation: [0.005, 0, 0.5],
  price_growth: [0.01, -0.5, 0.5],
  inflation: [0.02, -0.5, 0.5],
  discount_rate: [0.04, -0.5, 1],
} as const;
const WHOLE = /^(prosumer|apartment|townhouse|service)(_level)?$/;

/** Numbers that may be left to the program. */
export const OPTIONAL_NUMBERS = {
  /** kWh a year for each kWp of a 400 kWp plant; left out: the typical year's. // spec §9 */
  conversion_factor: [100, 3_000],
  eur_per_kwh: [0, 5],
  latitude: [-90, 90],
  longitude: [-180, 180],
} as const;

type Named<T, V> = { [K in keyof T]: V };
const fromEntries = <T, V>(rows: readonly (readonly [string, V])[]) =>
  Object.fromEntries(rows) as Named<T, V>;

const limited = (name: string, [least, most]: readonly [number, number]) =>
  (WHOLE.test(name) ? z.int() : z.number()).min(least).max(most);

const numbers = fromEntries<typeof NUMBERS, z.ZodDefault<z.ZodNumber>>(
  Object.entries(NUMBERS).map(([name, [usual, least, most]]) => [
    name,
    limited(name, [least, most]).default(usual) as z.ZodDefault<z.ZodNumber>,
  ]),
);
const optional = fromEntries<typeof OPTIONAL_NUMBERS, z.ZodDefault<z.ZodNullable<z.ZodNumber>>>(
  Object.entries(OPTIONAL_NUMBERS).map(([name, limits]) => [
    name,
    limited(name, limits).nullable().default(null),
  ]),
);
const choices = {
  attribution: z.enum(SWITCHES.attribution).default('oldest_first'),
  network: z.enum(SWITCHES.network).default('trase'),
  grant_reduces: z.enum(SWITCHES.grant_reduces).default('whole_tariff'),
  exempt_bodies: z.enum(SWITCHES.exempt_bodies).default('keep_tariff'),
  quota_of: z.enum(SWITCHES.quota_of).default('group_injection'),
  existing_beyond: z.enum(SWITCHES.existing_beyond).default('left_out'),
};
const Year = z.int().min(2022).max(2100);

/** All that a simulation is calculated from; what is left out has its usual value. */
export const SimulationParameters = z.object({
  year: Year.default(2025).describe('the calendar whose days and prices are taken'),
  area: z.enum(AREAS).default('north'),
  zone: z.enum(ZONES).default('NORD'),
  in_operation: Day.nullable()
    .default(null)
    .describe('of the plant that is thought of; null: the first day of the year'),
  plants: z
    .array(ProjCode)
    .max(MAX_SIMULATED_PLANTS)
    .default([])
    .describe('plants of the company; empty: one of kwp that is thought of'),
  ...numbers,
  ...optional,
  ...choices,
});
export type SimulationParameters = z.infer<typeof SimulationParameters>;

const shape = SimulationParameters.shape as Readonly<Record<string, z.ZodDefault>>;
/** The same where they are changed: what is left out stays as it is stored. */
export const ChangedParameters = z.object(
  Object.fromEntries(
    Object.entries(shape).map(([name, one]) => {
      const given = (one.unwrap() as z.ZodType).optional();
      return [name, one.description ? given.describe(one.description) : given];
    }),
  ),
) as unknown as z.ZodType<Partial<SimulationParameters>, Partial<SimulationParameters>>;

/** What the numbers of an address mean. */
const SAID: Readonly<Record<string, string>> = {
  kwp: 'nominal power of a plant that is thought of, kWp',
  battery_kwh: 'capacity of its battery, kWh',
  conversion_factor: 'kWh of a year for each kWp; left out: by the typical year',
  eur_per_kwh: 'euro per kWh incentivised instead of the lawful tariff',
  prosumer: 'number of prosumers',
  apartment: 'number of apartments',
  townhouse: 'number of townhouses',
  service: 'number of services',
  prosumer_level: 'priority level of prosumers: lower ones are given shared energy first',
  apartment_level: 'priority level of apartments',
  townhouse_level: 'priority level of townhouses',
  service_level: 'priority level of services',
};
const NUMBER_TEXT = /^-?\d{1,9}(\.\d{1,9})?$/;
/** A number as a query says it. */
const inQuery = (name: string, [least, most]: readonly [number, number]) =>
  z
    .string()
    .regex(NUMBER_TEXT, 'must be a number such as 12.5')
    .meta({ examples: [String(Math.max(least, Math.min(most, 1)))] })
    .transform(Number)
    .pipe(limited(name, [least, most]))
    .optional()
    .describe(SAID[name] ?? name);

/** Of the parameters, those that an address carries. // spec §3: Simulation parameters; spec §7: /cer-simulation/ GET params */
const IN_QUERY = [
  'kwp',
  'battery_kwh',
  'prosumer',
  'apartment',
  'townhouse',
  'service',
  'prosumer_level',
  'apartment_level',
  'townhouse_level',
  'service_level',
] as const;
type NamedInQuery = (typeof IN_QUERY)[number];

export const SimulationQuery = z.object({
  code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, _ or -')
    .optional()
    .describe('a simulation whose parameters hold where the address says none; left out: the usual ones'),
  year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .meta({ examples: ['2025'] })
    .transform(Number)
    .pipe(Year)
    .optional()
    .describe('the calendar whose days and prices are taken'),
  plants: z
    .string()
    .max(700)
    .transform((text) => text.split(',').filter((code) => code !== ''))
    .pipe(z.array(ProjCode).max(MAX_SIMULATED_PLANTS))
    .optional()
    .describe(
      'codes of plants of the company, joined by commas; left out: those of the simulation, or one of kwp that is thought of',
    ),
  conversion_factor: inQuery('conversion_factor', OPTIONAL_NUMBERS.conversion_factor),
  eur_per_kwh: inQuery('eur_per_kwh', OPTIONAL_NUMBERS.eur_per_kwh),
  ...fromEntries<Record<NamedInQuery, null>, ReturnType<typeof inQuery>>(
    IN_QUERY.map((name) => {
      const [, least, most] = NUMBERS[name];
      return [name, inQuery(name, [least, most])];
    }),
  ),
});

const Sums = z
  .array(z.number())
  .length(24)
  .meta({ examples: [new Array<number>(24).fill(12.5)] });

const MonthFigures = {
  injected_kwh: z.number(),
  withdrawn_kwh: z.number(),
  shared_kwh: z.number(),
  incentive_eur: z.number(),
  valorisation_eur: z.number(),
  sale_eur: z.number(),
};
/** Figures of a month, in the order in which screens and files have them. */
export const MONTH_FIGURES = Object.keys(MonthFigures) as readonly (keyof typeof MonthFigures)[];

const SimulationFinding = ConfigurationFinding.extend({
  code: z.enum([...ConfigurationFinding.shape.code.options, 'grant_capped']),
  granted_eur: z.number().optional(),
});

// spec §3: Simulation report
export const SimulationReport = z.object({
  year: z.int(),
  hours: z.int(),
  unpriced_hours: z.int().describe('hours without a market price, calculated with the assumed one'),
  totals: z.object({
    ...MonthFigures,
    self_used_kwh: z.number(),
    incentivised_kwh: z.number(),
    grant_cut_eur: z.number(),
    fee_eur: z.number(),
    shared_share: z.number().nullable(),
  }),
  months: z.array(z.object({ month: z.string(), ...MonthFigures })),
  day: z
    .object({ injected_kwh: Sums, withdrawn_kwh: Sums, shared_kwh: Sums })
    .describe('the mean day, by hour of the clock'),
  plants: z.array(
    z.object({
      id: z
        .string()
        .describe(
          'its code; new, prosumers, or hidden: one row, without power, of all plants that are not seen',
        ),
      name: z.string(),
      power_kw: z.number(),
      installed_kw: z
        .number()
        .optional()
        .describe('of all roofs that stand in one row, of each of which power_kw is told'),
      earns_tariff: z.boolean(),
      injected_kwh: z.number(),
      shared_kwh: z.number(),
      incentivised_kwh: z.number(),
      incentive_eur: z.number(),
      grant_cut_eur: z.number(),
      sale_eur: z.number(),
    }),
  ),
  members: z.array(
    z.object({
      kind: z.enum(MEMBER_KINDS),
      count: z.int(),
      level: z.int(),
      withdrawn_kwh: z.number(),
      shared_kwh: z.number(),
      self_used_kwh: z.number(),
    }),
  ),
  surplus: z.array(
    z.object({
      group: z.enum(['tariff_only', 'with_grant']),
      threshold: z.number(),
      quota: z.number().nullable(),
      incentive_eur: z.number(),
      surplus_eur: z.number(),
    }),
  ),
  money: z.object({
    investment_eur: z.number().describe('without what is made already'),
    granted_eur: z
      .number()
      .optional()
      .describe('what a capital grant pays; not in results from before it was told'),
    grant_fee_eur: z.number().optional().describe("GSE's fee for the file of a grant"),
    first_year: z
      .object({
        incentive_eur: z.number(),
        valorisation_eur: z.number(),
        sale_eur: z.number().describe('with the guaranteed minimum price where it is more'),
        saved_eur: z.number(),
        fee_eur: z.number(),
        cost_eur: z.number(),
      })
      .optional()
      .describe('of what the flow of year 1 is made; not in results from before it was told'),
    npv_eur: z.number(),
    irr: z.number().nullable(),
    payback_years: z.number().nullable(),
    years: z.array(
      z.object({ year: z.int(), flow_eur: z.number(), discounted_eur: z.number(), balance_eur: z.number() }),
    ),
  }),
  rules: z.array(z.object({ version: z.string(), source: z.string(), assumption: z.boolean() })),
  assumptions: z
    .array(
      z.object({
        code: z.enum(ASSUMPTION_CODES),
        choice: z.string().nullable().describe('what is chosen of a rule that has several readings'),
        source: z.string().nullable(),
      }),
    )
    .optional()
    .describe(
      'what no official text settles, and what of the calculation is a model; not in results from before it was told',
    ),
  findings: z.array(SimulationFinding),
});
export type SimulationReport = z.infer<typeof SimulationReport>;

/** What a saved simulation takes from a run: the run itself holds its figures. // spec §3: result_to_save */
export const ResultToSave = z.object({
  run_id: z.int().min(1),
  totals: SimulationReport.shape.totals,
});
export type ResultToSave = z.infer<typeof ResultToSave>;
