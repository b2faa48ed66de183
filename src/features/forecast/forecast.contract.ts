import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { ASKED_PROVIDERS } from '../weather/weather.model.ts';
import { INPUTS, TEMPERATURES } from './inputs.model.ts';
import { MAX_PLANT_DAYS, RESOLUTIONS } from './periods.model.ts';
import { ASSUMED, LACKS } from './plant-model.model.ts';
import { RATIO_CAUSES } from './ratio-fault.model.ts';
import { BARS, PARTS } from './waterfall.model.ts';

const Kwh = z.number().nullable();

const ANSWERED = 'answered is the whole local day of the plant that holds it';

/** A window of local days of the plant, half-open: what begins or ends in the middle of a day is answered for the whole of it. */
const span = {
  start: WindowStart.describe(ANSWERED),
  end: WindowEnd.describe(ANSWERED),
};

const window = {
  ...span,
  resolution: z
    .enum(['auto', ...RESOLUTIONS])
    .default('auto')
    .describe('by which periods energy is summed up; auto: what suits the window'),
};

/** Where figures of expected energy come from, and what stands behind them. */
export const EnergyOrigin = z.object({
  proj_code: z.string(),
  time_zone: z.string(),
  /** Of the sections that something is expected of. */
  kw_peak: z.number().nullable(),
  /** What irradiance was taken from, and on how many days, the commonest first. */
  inputs: z.array(z.object({ input: z.enum(INPUTS), days: z.int() })),
  temperatures: z.array(z.object({ temperature: z.enum(TEMPERATURES), days: z.int() })),
  /** Plants whose sensors were used, as far as the reader may see them. */
  neighbours: z.array(z.string()),
  /** Weather providers whose irradiance was used. */
  weather_providers: z.array(z.enum(ASKED_PROVIDERS)),
  /** Share of the sunlit hours that are in neither sum, 0…1; null where there were none. */
  missing_share: z.number().nullable(),
  /** Share of the sunlit hours of which nothing is expected because nobody knows their sun, 0…1: sums of expected energy lack them. */
  unknown_share: z.number().nullable(),
  /** Days of the window that are still being computed. */
  pending_days: z.int(),
  /** Days that are computed when fewer days or plants are asked for: today, and those before `kept_from`. */
  left_out_days: z.int(),
  /** The day from which on days are computed before anybody asks; null where no earlier one is left out, or without readings. */
  kept_from: z.iso.date().nullable(),
  /** Why nothing is expected at all. */
  lacks: z.array(z.enum(LACKS)),
  /** What was taken for granted because nobody said. */
  assumed: z.array(z.enum(ASSUMED)),
});
export type EnergyOrigin = z.infer<typeof EnergyOrigin>;

const periods = {
  start: Instant,
  end: Instant,
  resolution: z.enum(RESOLUTIONS),
  /** The begin of each period. */
  ts: z.array(Instant),
};

export const ExpectedByInverter = EnergyOrigin.extend({
  ...periods,
  count: z.int(),
  results: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      section_id: z.int().nullable(),
      nominal_power: z.number().nullable(),
      /** kWh of each period; null where it is not known. */
      values: z.array(Kwh),
      total_kwh: Kwh,
    }),
  ),
});

export type ExpectedByInverter = z.infer<typeof ExpectedByInverter>;

export const ExpectedTotal = z.object({
  start: Instant,
  end: Instant,
  resolution: z.enum(RESOLUTIONS),
  count: z.int(),
  results: z.array(
    EnergyOrigin.extend({
      /** The plant's own days that the window touches. */
      start: Instant,
      end: Instant,
      ts: z.array(Instant),
      /** kWh of the hours whose sun is known. */
      values: z.array(Kwh),
      /** Of each period the share of its sunlit hours that its value lacks, 0…1; empty for hours, null where nothing was computed. */
      unknown_shares: z.array(z.number().nullable()),
      total_kwh: Kwh,
      performance_index: z
        .number()
        .nullable()
        .describe('actual over expected energy, of the hours of the window whose energy and sun are known'),
    }),
  ),
});

export type ExpectedTotal = z.infer<typeof ExpectedTotal>;

/** What a window comes to; both energies are those of the same hours. */
export const EnergyFigures = z.object({
  expected_kwh: Kwh,
  actual_kwh: Kwh,
  specific_yield: z.number().nullable(),
  performance_ratio: z.number().nullable(),
  /** The performance ratio as if the modules had stood at 25 °C. */
  ratio_25: z.number().nullable(),
  /** Actual over expected energy. */
  performance_index: z.number().nullable(),
});

export const ExpectedData = EnergyOrigin.extend({
  ...periods,
  expected_kwh: z.array(Kwh),
  actual_kwh: z.array(Kwh),
  irradiation_kwh_m2: z.array(z.number().nullable()),
  performance_ratio: z.array(z.number().nullable()),
  figures: EnergyFigures,
  /** What cannot be true of the figures. */
  faults: z.array(
    z.object({
      code: z.literal('ratio_above_one'),
      ratio: z.number(),
      cause: z.enum(RATIO_CAUSES),
      /** Of which period; null: of the whole window. */
      start: Instant.nullable(),
    }),
  ),
});
export type ExpectedData = z.infer<typeof ExpectedData>;

/** What energy of devices is divided by, so that they compare. */
export const UNITS = ['kWh/kWp', 'kWh/kW'] as const;

export const NormalizedEnergy = EnergyOrigin.extend({
  ...periods,
  /** kWh/kWp where the kWp of every device compared is known, else kWh for each kW of nominal power. */
  unit: z.enum(UNITS),
  count: z.int(),
  results: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      section_id: z.int().nullable(),
      /** kW. */
      nominal_power: z.number().nullable(),
      /** kWp of its modules. */
      kw_peak: z.number().nullable(),
      /** Its energy of each period over its power, in `unit`; of today up to the last full hour. */
      values: z.array(z.number().nullable()),
      total: z.number().nullable(),
      /** Expected, in `unit`, of the hours whose energy and sun are known. */
      expected: z.number().nullable(),
      /** Its energy over what was expected of it, both of these hours. */
      performance_index: z.number().nullable(),
    }),
  ),
});

export type NormalizedEnergy = z.infer<typeof NormalizedEnergy>;

const Bar = z.object({
  name: z.enum(BARS),
  /** kWh; null: nobody records it. */
  kwh: Kwh,
  recorded: z.boolean(),
  parts: z.array(z.object({ name: z.enum(PARTS), kwh: z.number() })),
});

export const EnergyWaterfall = EnergyOrigin.extend({
  start: Instant,
  end: Instant,
  /** From theoretical to actual: each is added to the one before it; null while nothing is known. */
  bars: z.array(Bar).nullable(),
  /** The same for each part of the window. */
  by_period: z.array(
    z.object({
      start: Instant,
      resolution: z.enum(RESOLUTIONS),
      bars: z.array(Bar.pick({ name: true, kwh: true })),
    }),
  ),
});
export type EnergyWaterfall = z.infer<typeof EnergyWaterfall>;

const DEVICES = "numbers of the plant's inverters, joined by commas; all without";

const OnePlant = z.object({ proj_code: ProjCode, ...window });

export const forecastCalls = area({
  expectedInverter: call({
    method: 'GET',
    path: '/api/v1/expected-energy-inverter/',
    summary:
      'What each inverter of a plant should have made, by hours, days, months or years; with aggregate=true the total of the plant',
    topics: ['expected_energy'],
    access: 'asset.read',
    query: OnePlant.extend({
      devices: commaList(Id, 200).optional().describe(DEVICES),
      // spec §7: total when aggregate is the string true
      aggregate: z
        .string()
        .max(20)
        .optional()
        .describe('true: what expected-energy-total/ answers for the plant, whatever devices are named'),
    }),
    ok: z.union([ExpectedByInverter, ExpectedTotal]),
  }),
  expectedTotal: call({
    method: 'GET',
    path: '/api/v1/expected-energy-total/',
    summary: 'What plants should have made, those named or all that the caller may see',
    topics: ['expected_energy'],
    access: 'asset.read',
    query: z.object({
      proj_code: ProjCode.optional(),
      codes: commaList(ProjCode, 1000)
        .optional()
        .describe(
          `all that the caller may see without; plants times days of the window: ${MAX_PLANT_DAYS} at most`,
        ),
      ...window,
    }),
    ok: ExpectedTotal,
  }),
  expectedData: call({
    method: 'GET',
    path: '/api/v1/expected-energy-data/',
    summary:
      'Expected beside measured energy of a plant, with performance ratio, yield and what they rest on',
    topics: ['expected_energy'],
    access: 'asset.read',
    query: OnePlant,
    ok: ExpectedData,
  }),
  normalized: call({
    method: 'GET',
    path: '/api/v1/normalized-energy-data/',
    summary: 'Energy of a plant’s inverters per kWp or kW, so that inverters of different size compare',
    topics: ['expected_energy'],
    access: 'asset.read',
    query: OnePlant.extend({ devices: commaList(Id, 200).optional().describe(DEVICES) }),
    ok: NormalizedEnergy,
  }),
  waterfall: call({
    method: 'GET',
    path: '/api/v1/energy-waterfall/',
    summary: 'The way from what the sun could have given to what a plant made, in bars that add up',
    topics: ['expected_energy'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode, ...span }),
    ok: EnergyWaterfall,
  }),
});
