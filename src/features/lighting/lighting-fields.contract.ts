import { z } from 'zod';
import { Instant, lineOf } from '../../shared/contract/fields.ts';
import { ANOMALIES } from './anomalies.model.ts';
import { BOX_STATES } from './box-states.model.ts';
import { COMMAND_STATES, LAMP_KINDS } from './lighting.model.ts';
import { WHYS } from './night.model.ts';

export const Latitude = z.number().min(-90).max(90).nullable();
export const Longitude = z.number().min(-180).max(180).nullable();

/** A local time of day. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 17:00');

// spec §9: lighting lines 1 to 6
export const Line = z.int().min(1).max(6);
export const Lines = z.array(Line).max(6);

/** Words of a query that mean yes or no. */
export const Flag = z.enum(['true', 'false']);

export const BoxState = z.enum(BOX_STATES);

export const Why = z.object({
  by: z.enum(WHYS),
  box: z.boolean().describe("it is the cabinet's own"),
  name: z.string().nullable().describe('of the exception'),
});

/** When lines are lit in the night that is, or that comes next. */
export const Tonight = z.object({
  day: z.string(),
  lines: z.array(
    z.object({
      line: Line,
      stretches: z.array(z.object({ from: Instant, to: Instant })),
      on_why: Why,
      off_why: Why,
    }),
  ),
});
export type Tonight = z.infer<typeof Tonight>;

/** A line: what was asked of it, what is in force, what is measured. // spec §3: Power line */
export const LineState = z.object({
  line: Line,
  target: z.boolean().nullable(),
  target_at: Instant.nullable(),
  feedback: z.boolean().nullable(),
  feedback_at: Instant.nullable(),
  breaker_tripped: z.boolean().nullable(),
  measured_kw: z.number().nullable(),
  measured_at: Instant.nullable(),
});

/** The cabinet's inputs as read last; null where one is not wired, or was never read. */
export const Inputs = z.object({
  manual: z.boolean().nullable(),
  door_open: z.boolean().nullable(),
  supply_ok: z.boolean().nullable(),
  leakage: z.boolean().nullable(),
});

/** A person by the name that the company knows; empty for who has left. */
export const Person = z.object({ id: z.int(), name: z.string() });

/** What was asked to be switched, and what became of it. */
export const LightingCommand = z.object({
  id: z.int(),
  box_id: z.int(),
  serial: z.string(),
  lines: Lines,
  on: z.boolean(),
  origin: z.enum(['person', 'schedule', 'return']),
  who: Person.nullable(),
  reason: z.string(),
  state: z.enum(COMMAND_STATES),
  fault: z.string().describe('why it failed, or is not known; empty otherwise'),
  results: z.record(z.string(), z.string()).describe("each line's own outcome, once it is known"),
  override_until: Instant.nullable(),
  expires_at: Instant,
  created_at: Instant,
  decided_by: Person.nullable(),
  sent_at: Instant.nullable(),
  confirmed_at: Instant.nullable(),
  ended_at: Instant.nullable(),
});
export type LightingCommand = z.infer<typeof LightingCommand>;

export const LightingAlarm = z.object({
  id: z.int(),
  box_id: z.int(),
  serial: z.string(),
  line: Line.nullable(),
  type: z.enum(['E', 'W']),
  kind: z.enum(ANOMALIES),
  message: z.string(),
  params: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
  date: Instant,
  end_date: Instant.nullable(),
  count: z.int(),
  snooze_date: Instant.nullable(),
  snooze_message: z.string(),
});
export type LightingAlarm = z.infer<typeof LightingAlarm>;

/** Fields of the census, as far as somebody filled them in. */
export const Pell = z.object({
  support: lineOf(60).optional(),
  optic: lineOf(60).optional(),
  road_class: lineOf(10).optional(),
  installed_in: z.int().min(1900).max(2100).optional(),
  lumens: z.int().min(0).max(1_000_000).optional(),
  colour_k: z.int().min(1000).max(10_000).optional(),
  dimmable: z.boolean().optional(),
});

/** A lamp of the census. // spec §3: light point */
export const LightPoint = z.object({
  id: z.int(),
  box_id: z.int(),
  serial: z.string(),
  line: Line,
  code: z.string(),
  lamp_kind: z.enum(LAMP_KINDS),
  power_w: z.number().nullable(),
  pole: z.string(),
  street: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  pell: Pell,
  is_lit: z
    .boolean()
    .nullable()
    .describe('as the feedback of its line says; false behind a breaker that has tripped'),
  open_reports: z.int(),
  version: z.int(),
});
export type LightPoint = z.infer<typeof LightPoint>;
