import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, linesOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { QUALITIES } from '../measurements/measurements.model.ts';
import { SeriesTree } from '../measurements/saved-charts.contract.ts';
import { VARIABLE_KINDS } from '../plants/plants.model.ts';
import { MAX_INPUTS, OPERATIONS } from './calculation.model.ts';

const VariableWord = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be a variable name');
const Interval = z.int().min(1).max(86_400);

/** A variable of a device. */
export const CalcInput = z.strictObject({ device_id: z.int().positive(), name: VariableWord });

/** Where results go: a variable of a virtual device that there is, or of one that is made for it. */
export const CalcResult = z.strictObject({
  device_id: z.int().positive().optional(),
  device: z
    .strictObject({
      proj_code: ProjCode,
      short_name: z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1 to 40 letters, digits, _ . or -'),
      /** Seconds between two results: at the whole multiples on the clock. */
      interval_s: Interval,
    })
    .optional(),
  variable: VariableWord,
});

export const CalcDefinition = z.object({
  operation: z.enum(OPERATIONS),
  /** In their order: of a difference the first is what the others are taken from. */
  inputs: z.array(CalcInput).min(1).max(MAX_INPUTS),
  result: CalcResult,
});
export type CalcDefinition = z.infer<typeof CalcDefinition>;

const fields = { name: nameOf(120), description: linesOf(500) };
export const NewCalcGroup = CalcDefinition.extend({
  ...fields,
  description: fields.description.default(''),
});
export const CalcGroupChange = CalcDefinition.extend(fields)
  .partial()
  .extend({ version: Version.optional() });

const Words = {
  device_id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  short_name: z.string(),
  /** The variable's name, and what it is called. */
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  unit: z.string(),
};

/** `incomplete`: an input was deleted, so there are no results any more. `without_result`: its device or variable was. */
export const CALC_STATES = ['whole', 'incomplete', 'without_result'] as const;

export const CalcGroup = z.object({
  id: z.int(),
  ...fields,
  operation: z.enum(OPERATIONS),
  state: z.enum(CALC_STATES),
  result: z.object({
    ...Words,
    kind: z.enum(VARIABLE_KINDS),
    decimals: z.int(),
    interval_s: z.int(),
    deleted: z.boolean(),
  }),
  inputs: z.array(z.object({ ...Words, deleted: z.boolean() })),
  /** Inputs that are gone for good: they have no name any more. */
  gone: z.int(),
  /** Groups that take its result. */
  feeds: z.array(z.string()),
  /** The newest result: the last value with its instant, and how it stands now. */
  newest: z.object({ value: z.number().nullable(), at: Instant.nullable(), quality: z.enum(QUALITIES) }),
  /** Days of its past, and how many of them are still to be calculated. */
  past: z.object({ days: z.int(), left: z.int() }),
  version: z.int(),
});
export type CalcGroup = z.infer<typeof CalcGroup>;

/** A definition's results over the last day, as a chart takes them; nothing of it is stored. */
export const CalcPreview = z.object({
  start: Instant,
  end: Instant,
  time_zone: z.string(),
  unit: z.string(),
  decimals: z.int(),
  kind: z.enum(VARIABLE_KINDS),
  interval_s: z.int(),
  ts: z.array(Instant),
  values: z.array(z.number().nullable()),
  quality: z.array(z.enum(QUALITIES)),
});
export type CalcPreview = z.infer<typeof CalcPreview>;

const Past = z.object({ days: z.int(), left: z.int() });

/** What a group can be made of, for its form. */
export const CalcChoices = z.object({
  tree: SeriesTree,
  plants: z.array(z.object({ proj_code: z.string(), name: z.string() })),
  /** Virtual devices. */
  devices: z.array(
    z.object({
      device_id: z.int(),
      proj_code: z.string(),
      plant_name: z.string(),
      short_name: z.string(),
      interval_s: z.int(),
    }),
  ),
  names: z.array(
    z.object({
      name: z.string(),
      label_en: z.string(),
      label_it: z.string(),
      unit: z.string(),
      kind: z.enum(VARIABLE_KINDS),
    }),
  ),
  /** How often the devices of the tree are read: a result cannot come more often than its inputs. */
  rhythms: z.array(z.object({ device_id: z.int(), rhythm_s: z.int() })),
});
export type CalcChoices = z.infer<typeof CalcChoices>;

const byId = z.object({ id: Id });
const access = 'cloudcontrol';

export const calculationsCalls = area(
  {
    list: call({
      method: 'GET',
      path: '/cloudcontrol/v1/calc-groups/',
      list: 'calc-groups',
      summary: 'Calculation groups with their inputs, newest results and how far their past is calculated',
      topics: ['calculations', 'progress', 'device_values'],
      access,
      ok: z.array(CalcGroup),
    }),
    get: call({
      method: 'GET',
      path: '/cloudcontrol/v1/calc-groups/{id}/',
      summary: 'A calculation group',
      topics: ['calculations'],
      access,
      params: byId,
      ok: CalcGroup,
    }),
    past: call({
      method: 'GET',
      path: '/cloudcontrol/v1/calc-groups/{id}/past/',
      summary: 'How far the past of a calculation group is calculated',
      topics: ['calculations', 'progress'],
      access,
      params: byId,
      ok: Past,
    }),
    create: call({
      method: 'POST',
      path: '/cloudcontrol/v1/calc-groups/',
      summary:
        'Makes a calculation group, with its virtual device where that is new; its past follows by itself',
      topics: ['calculations'],
      access,
      body: NewCalcGroup,
      ok: CalcGroup,
      status: 201,
    }),
    update: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/calc-groups/{id}/',
      summary:
        'Changes a calculation group; omitted fields stay, a stale version is a conflict, old results are replaced',
      topics: ['calculations'],
      access,
      params: byId,
      body: CalcGroupChange,
      ok: CalcGroup,
      conflict: CalcGroup,
    }),
    remove: call({
      method: 'DELETE',
      path: '/cloudcontrol/v1/calc-groups/{id}/',
      summary: 'Deletes a calculation group; its variable goes to the bin with its history',
      topics: ['calculations'],
      access,
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    preview: call({
      method: 'POST',
      path: '/cloudcontrol/v1/calc-preview/',
      // It calculates and keeps nothing.
      tx: 'read',
      summary: 'What a definition gives for the last 24 hours; nothing is stored',
      topics: [],
      access,
      body: CalcDefinition,
      ok: CalcPreview,
    }),
    choices: call({
      method: 'GET',
      path: '/cloudcontrol/v1/calc-choices/',
      summary: 'Variables, virtual devices and names that a calculation group can be made of',
      topics: ['calculations', 'devices'],
      access,
      ok: CalcChoices,
    }),
  },
  { host: 'cloud_control' },
);
