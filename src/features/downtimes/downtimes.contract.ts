import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, IdNumber, Instant, lineOf, linesOf, ProjCode } from '../../shared/contract/fields.ts';
import { recordBook } from '../../shared/contract/record-book.ts';
import { recordNotesCalls } from '../../shared/contract/record-notes.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { INPUTS } from '../forecast/inputs.model.ts';
import { ALARM_CODES } from '../notifications/alarm-codes.model.ts';
import { AVAILABILITY_CLASSES, CAUSE_KINDS } from './causes.model.ts';
import { CLAIM_STATES } from './claims.model.ts';
import { LOSS_MODELS } from './loss.model.ts';
import { LOSS_LACKS } from './loss-detail.model.ts';
import { EXTENTS } from './power-share.model.ts';

const Kwh = z.number().min(0).max(1e12);
const Eur = z.number().min(0).max(1e9);
/** What standing still saved where prices were negative is a loss below zero. */
const EurEitherWay = z.number().min(-1e12).max(1e12);

/** What a downtime's energy and earning are made from. */
export const DowntimeLoss = z.object({
  /** kWh as it was worked out; null: not known. */
  counted_kwh: z.number().nullable(),
  /** What most of it was measured by: sister devices, the plant's own irradiance, or expected energy by what else is known. */
  model: z.enum(LOSS_MODELS).nullable(),
  model_kwh: z.object({ sisters: z.number(), irradiance: z.number(), expected: z.number() }),
  /** How far it may be off, as a share of it. */
  uncertainty: z.number().nullable(),
  /** Hours of light, by the share of what stood still: counted; of which nothing is known; that other downtimes count. */
  hours: z.number(),
  missing_hours: z.number(),
  given_hours: z.number(),
  /** By how many sister devices it was measured. */
  sisters: z.int(),
  inputs: z.array(z.enum(INPUTS)),
  /** Power of the plant that the percentage is a share of, kW. */
  power_kw: z.number().nullable(),
  /** Why there is no figure. */
  lack: z.enum(LOSS_LACKS).nullable(),
  counted_eur: z.number().nullable(),
  /** By what hours were priced; null: no hour was. */
  basis: z.enum(['tariffs', 'market_price', 'mixed']).nullable(),
  /** Zone of the market, and whether the plant names it: else the national price counts. */
  zone: z.string().nullable(),
  zone_named: z.boolean(),
  sold_at_market: z.boolean().describe("only an incentive is said: the market's price stands for the sale"),
  unsold_hours: z
    .number()
    .describe("hours of which the incentive is counted, and not the sale: the market's price is not known"),
  unsold_kwh: z.number().describe('their lost energy, which the incentive prices'),
  /** EUR of the hours that have a price. */
  priced_eur: z.number(),
  tariff_eur: z
    .number()
    .describe(
      "of it by the plant's tariffs, with what stands for their sale; the market's price makes the rest",
    ),
  /** Hours with lost energy and without a price, and their energy, kWh. */
  unpriced_hours: z.number(),
  unpriced_kwh: z.number(),
  counted_at: Instant.nullable(),
  /** It is being worked out anew. */
  due: z.boolean(),
});
export type DowntimeLoss = z.infer<typeof DowntimeLoss>;

/** What a person writes of a downtime. */
const PercentageBy = z.enum(['devices', 'hand']);

const written = {
  start: Instant,
  stop: Instant.nullable().describe('null: it lasts'),
  section_id: IdNumber.nullable().describe(
    'a section of the plant; neither this nor devices: the whole plant',
  ),
  device_ids: z.array(IdNumber).max(500).describe('devices of the plant'),
  percentage: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("share of the plant's power that was out of service; null: by the power of what stood still"),
  cause_id: IdNumber,
  planned: z.boolean(),
  claim_state: z.enum(CLAIM_STATES).describe('of the insurance claim'),
  claim_number: lineOf(60),
  insurer: lineOf(120),
  amount_claimed_eur: Eur.nullable(),
  amount_paid_eur: Eur.nullable(),
  reported_on: Day.nullable(),
  intervention: Instant.nullable(),
  repair_cost: Eur.nullable().describe('EUR'),
  notes: linesOf(4000),
  energy_hand: Kwh.nullable().describe('kWh that a person says in place of what was worked out'),
  earning_hand: EurEitherWay.nullable().describe('EUR that a person says in place of what was worked out'),
  alarm_ids: z.array(IdNumber).max(100).describe('alarms that it was made from'),
};

/** What need not be said of a new one. */
const usual = {
  stop: written.stop.default(null),
  section_id: written.section_id.default(null),
  device_ids: written.device_ids.default([]),
  percentage: written.percentage.default(null),
  planned: written.planned.default(false),
  claim_state: written.claim_state.default('none'),
  claim_number: written.claim_number.default(''),
  insurer: written.insurer.default(''),
  amount_claimed_eur: written.amount_claimed_eur.default(null),
  amount_paid_eur: written.amount_paid_eur.default(null),
  reported_on: written.reported_on.default(null),
  intervention: written.intervention.default(null),
  repair_cost: written.repair_cost.default(null),
  notes: written.notes.default(''),
  energy_hand: written.energy_hand.default(null),
  earning_hand: written.earning_hand.default(null),
  alarm_ids: written.alarm_ids.default([]),
};

// spec §3: Downtime
const Row = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  extent: z.enum(EXTENTS),
  ...written,
  percentage: z.number(),
  percentage_by: PercentageBy,
  section_name: z.string().nullable(),
  /** Those that were named; of a section those that stood in it. */
  devices: z.array(z.object({ device_id: z.int(), short_name: z.string() })),
  cause: z.object({
    name: z.string(),
    kind: z.enum(CAUSE_KINDS),
    availability: z.enum(AVAILABILITY_CLASSES),
  }),
  /** Of one that lasts: since when production is back. */
  proposed_stop: Instant.nullable(),
  /** kWh: what a person says, else what was worked out; null: not known. */
  energy_lost: z.number().nullable(),
  /** EUR; null: not known. */
  earning_lost: z.number().nullable(),
  loss: DowntimeLoss,
  alarms: z.array(
    z.object({ id: z.int(), code: z.enum(ALARM_CODES), date: Instant, end_date: Instant.nullable() }),
  ),
  created_at: Instant,
  created_by: z.string().nullable().describe('null for who has left, and for the program itself'),
  version: z.int(),
});

const flag = (text: string) => z.enum(['true', 'false']).optional().describe(text);

const Filters = z.object({
  start: WindowStart.optional().describe('those that were open at some time from start to end, half-open'),
  end: WindowEnd.optional(),
  proj_code: ProjCode.optional(),
  device_id: Id.optional().describe('those of a device, by itself, its section or its whole plant'),
  cause_id: Id.optional().describe('number of a cause'),
  kind: z.enum(CAUSE_KINDS).optional().describe('what the cause is about'),
  availability: z.enum(AVAILABILITY_CLASSES).optional().describe('how the cause counts'),
  maker: lineOf(80)
    .optional()
    .describe("those that name a device of this manufacturer; '-': of none that is known"),
  model: lineOf(80)
    .optional()
    .describe("those that name a device of this model, and of the manufacturer; '-': likewise"),
  began_from: WindowStart.optional().describe('those that began then or later'),
  began_to: WindowEnd.optional().describe('those that began before then'),
  open: flag('whether it lasts'),
  planned: flag('whether it was planned'),
  claim_state: z.enum(CLAIM_STATES).optional().describe('how far the insurance claim is'),
  figure: z
    .enum(['none', 'partial'])
    .optional()
    .describe('without lost energy or earning; with hours that are not known'),
  alarm_id: Id.optional().describe('those that an alarm was made into'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('in plant, devices with their maker and model, cause, notes, claim number and insurer'),
});

export const DOWNTIME_COLUMNS = [
  'plant',
  'what',
  'start',
  'stop',
  'hours',
  'percentage',
  'cause',
  'planned',
  'energy_lost',
  'measured_by',
  'earning_lost',
  'repair_cost',
  'claim_state',
  'claim_number',
  'insurer',
  'amount_claimed_eur',
  'amount_paid_eur',
  'reported_on',
  'intervention',
  'notes',
] as const;

export const downtimeBook = recordBook({
  path: '/api/v1/downtimes',
  list: 'downtimes',
  topic: 'downtimes',
  read: 'asset.read',
  write: 'records.write',
  one: 'downtime',
  many: 'downtimes',
  Row,
  New: z.object({ proj_code: ProjCode, ...written, ...usual }),
  Change: z
    .object({
      ...written,
      percentage: written.percentage.describe(
        "share of the plant's power that was out of service; null: by the power of what stood still. The stored one changes nothing, unless percentage_by makes it a person's",
      ),
      percentage_by: PercentageBy,
    })
    .partial(),
  Filters,
  sorts: ['start', 'stop', 'energy_lost', 'earning_lost'],
  columns: DOWNTIME_COLUMNS,
});
export const Downtime = downtimeBook.Row;
export type Downtime = z.infer<typeof Downtime>;
export const BinnedDowntime = downtimeBook.BinnedRow;
export const NewDowntime = downtimeBook.New;
export type NewDowntime = z.infer<typeof NewDowntime>;
export const DowntimeChange = downtimeBook.Change;

/** What all downtimes that fit some filters come to. */
export const DowntimeTotals = z.object({
  count: z.int(),
  /** kWh and EUR of those that are known; null where none is. */
  energy_lost: z.number().nullable(),
  earning_lost: z.number().nullable(),
  repair_cost: z.number().nullable(),
  without_energy: z.int(),
  without_earning: z.int(),
  /** With hours of which nothing is known. */
  partial: z.int(),
  /** Of the days from start to end alone, where either is said: what the waterfall of these days tells. */
  within: z
    .object({
      energy_lost: z.number().nullable(),
      /** Of it, in hours in which the plant's own energy is not known: no comparison counts these. */
      unpaired_kwh: z.number(),
    })
    .nullable(),
});
export type DowntimeTotals = z.infer<typeof DowntimeTotals>;

/** What a downtime lost on one of its days. */
export const DowntimeDay = z.object({
  day: z.iso.date(),
  energy_kwh: z.number().nullable(),
  earning_eur: z.number().nullable(),
  hours: z.number(),
  missing_hours: z.number(),
  given_hours: z.number(),
  unpriced_hours: z.number(),
});

/** What a new downtime would begin with, as an alarm or a suggestion knows it. */
export const DowntimeDraft = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  start: Instant,
  stop: Instant.nullable(),
  device_ids: z.array(z.int()),
  percentage: z
    .number()
    .nullable()
    .describe(
      'of the plant, where only a part of the device is out of service, such as some of its strings; at most',
    ),
  cause_id: z.int().nullable(),
  alarm_ids: z.array(z.int()),
  /** Downtimes that the same alarm was made into already. */
  existing: z.array(z.int()),
});
export type DowntimeDraft = z.infer<typeof DowntimeDraft>;

const byId = { params: z.object({ id: Id }) };
const topics = ['downtimes'];

export const downtimesCalls = area({
  ...downtimeBook.calls,
  totals: call({
    method: 'GET',
    path: '/api/v1/downtimes-totals/',
    summary: 'What the downtimes that fit the filters come to, and how many of them have no figure',
    topics,
    access: 'asset.read',
    query: Filters,
    ok: DowntimeTotals,
  }),
  losses: call({
    method: 'GET',
    path: '/api/v1/downtimes/{id}/losses/',
    summary: 'What a downtime lost on each of its days',
    topics,
    access: 'asset.read',
    ...byId,
    ok: z.array(DowntimeDay),
  }),
  recalculate: call({
    method: 'POST',
    path: '/api/v1/downtimes/{id}/recalculate/',
    summary:
      'Has the figures of a downtime worked out anew, in the background; what a person said of them stays',
    topics,
    access: 'records.write',
    ...byId,
    ok: Downtime,
  }),
  draft: call({
    method: 'GET',
    path: '/api/v1/downtime-draft/',
    summary: 'What a new downtime would begin with: plant, devices, times and cause of an alarm',
    topics: ['downtimes', 'alarms'],
    access: 'records.write',
    query: z.object({ alarm_id: Id.describe('number of an alarm') }),
    ok: DowntimeDraft,
  }),
});

export const downtimeNotesCalls = recordNotesCalls({
  path: '/api/v1/downtimes',
  topic: 'downtime_notes',
  read: 'asset.read',
  write: 'maintenance.write',
  one: 'downtime',
});
