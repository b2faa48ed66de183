import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Id,
  IdNumber,
  Instant,
  lineOf,
  linesOf,
  PageQuery,
  paged,
  Version,
} from '../../shared/contract/fields.ts';
import { IoProfile } from './io-profile.model.ts';
import { COMMAND_STATES, MAX_BOXES } from './lighting.model.ts';
import { Flag, Inputs, LightingCommand, Line, LineState, Lines, Person } from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;

// spec §3: IO controller, keyed by box_id, lines 1 to 6
export const IoController = z.object({
  box_id: z.int(),
  device_id: z.int(),
  short_name: z.string(),
  profile: IoProfile,
  poll_s: z.int(),
  own_timetable: z.boolean().describe('it goes on without the portal'),
  lines: z.array(LineState),
  version: z.int(),
});
export type IoController = z.infer<typeof IoController>;

const TimetableRow = z.object({
  day: z.string(),
  line: z.int(),
  on_min: z.int().nullable(),
  off_min: z.int().nullable(),
  pause_from_min: z.int().nullable(),
  pause_to_min: z.int().nullable(),
});
export type TimetableRow = z.infer<typeof TimetableRow>;

export const IoStatus = z.object({
  box_id: z.int(),
  heard_at: Instant.nullable(),
  fault: z.string(),
  fault_since: Instant.nullable(),
  inputs: Inputs,
  lines: z.array(LineState),
  clock_offset_s: z.number().nullable(),
  clock_read_at: Instant.nullable(),
  timetable: z
    .object({
      state: z.enum(['pending', 'verified', 'differs', 'failed']),
      fault: z.string(),
      wanted: z.array(TimetableRow),
      written_at: Instant.nullable(),
      compared_at: Instant.nullable(),
    })
    .nullable(),
});
export type IoStatus = z.infer<typeof IoStatus>;

/** Commands that one request asked for and that wait for a second person. */
export const CommandBatch = z.object({
  id: z.int().describe('of the first command of the request, whatever became of it'),
  commands: z.int().describe('so many of it wait'),
  boxes: z.int(),
  lines: z.int().describe('of all of these boxes together'),
  on: z.boolean().nullable().describe('null: some on, some off'),
  who: Person.nullable(),
  reason: z.string(),
  created_at: Instant,
  expires_at: Instant.describe('of the first that ends'),
  serials: z.array(z.string()).describe('of the first twelve boxes'),
});
export type CommandBatch = z.infer<typeof CommandBatch>;

const asked = {
  reason: linesOf(500).optional(),
  until: Instant.optional().describe(
    'until when the schedule does not act on these lines; left out: its next switch',
  ),
};
const OfBox = z.object({ box_id: Id });
const Serial = lineOf(60).min(1, 'required');

/** Which lines are meant; one may be named as answers name it, so that no program that does switches all of them. */
const MEANT_LINES = {
  lines: Lines.min(1).optional().describe('left out, without `line`: all that are in use'),
  line: Line.optional().describe('one line, beside those of `lines`'),
};

/** Idempotency-Key: what is asked again under the same key was asked once. */
export const controllersCalls = area({
  controller: call({
    method: 'GET',
    path: '/api/v1/ill-pub/io-controller/',
    summary: 'The controller of a box: where everything stands on it, and its lines',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox,
    ok: IoController,
  }),
  setController: call({
    method: 'POST',
    path: '/api/v1/ill-pub/io-controller/',
    summary: 'Says which device switches a box, and where everything stands on it',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      box_id: IdNumber,
      device_id: IdNumber,
      profile: IoProfile,
      poll_s: z.int().min(5).max(3600).default(60),
      version: Version.optional(),
    }),
    ok: IoController,
    conflict: IoController,
    status: 201,
  }),
  multiupdate: call({
    method: 'POST',
    path: '/api/v1/ill-pub/io-controller/multiupdate/',
    summary:
      'Switches lines of many boxes at once: recorded here, sent after it, each with an outcome of its own',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      updates: z
        .array(
          z.object({
            box_id: IdNumber,
            ...MEANT_LINES,
            on: z.boolean(),
          }),
        )
        .min(1)
        .max(MAX_BOXES),
      ...asked,
    }),
    max_body_bytes: 1_000_000,
    ok: z.array(LightingCommand),
    status: 202,
  }),
  status: call({
    method: 'GET',
    path: '/api/v1/ill-pub/io-controller-status/',
    summary: 'What the controller of a box said last, its clock, and the times that it holds itself',
    topics: TOPICS,
    access: 'lighting.read',
    query: OfBox,
    ok: IoStatus,
  }),
  switchByGet: call({
    method: 'GET',
    path: '/api/v1/ill-pub/switch-box/',
    summary: 'Switches all lines of a box on or off, as the specification has it; programs take the POST',
    topics: TOPICS,
    access: 'lighting.switch',
    // spec §7: this GET changes something; it is never retried or cached, and asks for bearer and id-client.
    tx: 'write',
    query: z.object({ serial: Serial, reg_number: Serial, on: Flag }),
    ok: LightingCommand,
    status: 202,
  }),
  switchBox: call({
    method: 'POST',
    path: '/api/v1/ill-pub/switch-box/',
    summary:
      'Switches lines of a box on or off: recorded here, sent after it, confirmed once it was read back',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      serial: Serial,
      reg_number: Serial,
      on: z.boolean(),
      ...MEANT_LINES,
      ...asked,
    }),
    ok: LightingCommand,
    status: 202,
  }),
  commands: call({
    method: 'GET',
    path: '/api/v1/ill-pub/commands/',
    summary: 'What was commanded, newest first, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({
      box_id: Id.optional(),
      open: Flag.optional(),
      state: z.enum(COMMAND_STATES).optional(),
    }),
    ok: paged(LightingCommand),
  }),
  decide: call({
    method: 'POST',
    path: '/api/v1/ill-pub/commands/{id}/decision/',
    summary: "The second person's word on a command that waits for it",
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    body: z.object({ accept: z.boolean() }),
    ok: LightingCommand,
  }),
  batches: call({
    method: 'GET',
    path: '/api/v1/ill-pub/command-batches/',
    summary: 'What waits for a second person, by what was asked for together',
    topics: TOPICS,
    access: 'lighting.read',
    ok: z.array(CommandBatch),
  }),
  decideBatch: call({
    method: 'POST',
    path: '/api/v1/ill-pub/command-batches/{id}/decision/',
    summary:
      "The second person's word on all commands that were asked for together and wait for it: each answers with an outcome of its own",
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id.describe('of one of the commands') }),
    body: z.object({
      accept: z.boolean(),
      commands: z
        .int()
        .min(1)
        .describe('as many as were shown to wait: where others wait by now, nothing is decided'),
    }),
    ok: z.array(LightingCommand),
  }),
});
