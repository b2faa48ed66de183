/** What people ask of the field by hand. */
export const TASK_KINDS = ['read', 'find', 'test'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_STATES = ['waiting', 'running', 'ended'] as const;

/** Where SunSpec devices begin their maps: the usual one first. Source: SunSpec Device Information Model Specification. */
export const SUNSPEC_BASES = [40_000, 0, 50_000] as const;

/** Bounds of what is asked of the field by hand: it must neither hold a bus up nor serve to look for open ports. */
export const MAX_ASKED = {
  /** Registers, or bits, of one request. */
  count: 125,
  /** Numbers on the bus among which a device is looked for in one question. */
  unit_ids: 32,
  bases: 4,
  /** Devices that are tested in one question, and added at once. */
  devices: 100,
  /** Tasks of a person in a minute, in all their companies. */
  tasks_a_minute: 240,
  /** Different gateways that a person asks in an hour, in all their companies, and that a company asks; through ports too. */
  hosts_an_hour: 300,
  /** The longest that one call waits for answers. */
  wait_ms: 10_000,
  /** The longest that one task may take. */
  task_ms: 60_000,
} as const;

/**
 * Why nothing came of a task, beside the reasons of a silent device (words: `acquisition.reason.<code>`): `nobody_polls` no
 * instance that polls took it, `given_up`, `lost_task` whoever had it is gone, `out_of_time` {seconds}, `not_sunspec`
 * something
 * answers, but is no SunSpec device.
 */
export const TASK_CODES = ['nobody_polls', 'given_up', 'lost_task', 'out_of_time', 'not_sunspec'] as const;

/**
 * Why a variable has no value, beside those: `exception` {exception} the device refuses its registers, `not_implemented` the
 * device marks it so, `no_register`, `configuration` {detail} it can never be read so, and what came is no value:
 * `not_finite`, `out_of_range`, `bad_scale`, `too_large`.
 */
export const VALUE_CODES = [
  'exception',
  'not_implemented',
  'no_register',
  'configuration',
  'not_finite',
  'out_of_range',
  'bad_scale',
  'too_large',
] as const;

/** After so long without anybody who takes it a task is over: nobody polls. */
export const TAKEN_WITHIN_S = 5;
/** PostgreSQL's channel for tasks that were asked or given up; the company's number is told. */
export const FIELD_TASK_CHANNEL = 'field_task';
