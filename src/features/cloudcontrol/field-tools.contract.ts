import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { INT_MAX } from '../../shared/contract/fields.ts';
import { AttributeFields, MappedVariable, portFields } from '../plants/device-fields.contract.ts';
import { FRAMERS, FUNCTION_CODES } from '../plants/field.model.ts';
import { DEVICE_CATEGORIES, MAX_VARIABLES } from '../plants/plants.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { Reason } from './configured.contract.ts';
import { MAX_ASKED, SUNSPEC_BASES, TASK_KINDS, TASK_STATES } from './field-tools.model.ts';

const common = { access: 'cloudcontrol', timeout_s: TIMEOUT_S } as const;
const number = z.int().positive();
const Address = z.int().min(0).max(65_535);
const UnitNumber = z.int().min(0).max(255);
const Words = z.array(z.int().min(0).max(65_535));

/** Where to ask: a port that is configured, or a gateway that is not yet. One that a port leads to is asked through it. */
export const FieldTarget = z.union([
  z.object({ port_id: number }),
  z.object({
    host: portFields.host.min(1, 'required'),
    port: portFields.port.default(502),
    framer: z.enum(FRAMERS).default('tcp'),
    timeout_ms: portFields.timeout_ms.default(2000),
  }),
]);
export type FieldTarget = z.output<typeof FieldTarget>;

/** A template of the program, one of the company's own (own-<id>), or `sunspec`: as the device itself says. */
export const TemplateKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'must be a key of a template');

/** As what a device is tried: by a template, by its own configuration, by a map, or by what it says of itself. */
const TestedAs = z.union([
  z.object({ template_key: TemplateKey }),
  z.object({ device_id: number }),
  z.object({
    variables: z.array(MappedVariable).min(1).max(MAX_VARIABLES),
    attributes: z.array(AttributeFields).max(50).default([]),
  }),
]);

export const FieldQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    target: FieldTarget,
    unit_id: UnitNumber,
    function_code: z.literal([...FUNCTION_CODES]),
    address: Address,
    count: z.int().min(1).max(MAX_ASKED.count),
  }),
  z.object({
    kind: z.literal('find'),
    target: FieldTarget,
    unit_ids: z.array(UnitNumber).min(1).max(MAX_ASKED.unit_ids),
    bases: z
      .array(Address)
      .min(1)
      .max(MAX_ASKED.bases)
      .default([...SUNSPEC_BASES]),
  }),
  z.object({
    kind: z.literal('test'),
    tests: z
      .array(z.object({ target: FieldTarget, unit_id: UnitNumber, as: TestedAs }))
      .min(1)
      .max(MAX_ASKED.devices),
  }),
]);
export type FieldQuestion = z.output<typeof FieldQuestion>;

/** What one request brought: words, or bits; or the exception with which the device refused it. */
const ReadAnswer = z.object({
  words: Words.nullable(),
  bits: z.array(z.boolean()).nullable(),
  exception: z.int().nullable(),
  latency_ms: z.number().nullable(),
});

/** A model in a device's chain. `known`: what stands in it becomes variables. */
const FoundModel = z.object({
  id: z.int(),
  /** Of its ID register. */
  address: Address,
  /** Registers after ID and length. */
  length: z.int(),
  known: z.boolean(),
  label_en: z.string(),
  label_it: z.string(),
  /** Variables made of it. */
  variables: z.int(),
  /** Points that the device marks as not implemented. */
  not_implemented: z.int(),
});

/** A variable as it would be made, with what it reads just now; null where it read nothing. */
const SeenVariable = MappedVariable.extend({ value: z.number().nullable() });

/** A device that says of itself what it is, with all that is needed to add it. */
export const FoundDevice = z.object({
  unit_id: UnitNumber,
  base: Address,
  manufacturer: z.string(),
  model: z.string(),
  options: z.string(),
  firmware: z.string(),
  serial_number: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  /** kW, from its nameplate; null where it says nothing. */
  nominal_power: z.number().nullable(),
  short_name: z.string(),
  models: z.array(FoundModel),
  variables: z.array(SeenVariable),
  attributes: z.array(AttributeFields.extend({ value: z.string() })),
  /** What is not as the standard has it: codes with parameters, worded in the reader's language. */
  warnings: z.array(Reason),
  /** A device of the company that stands at this unit of this gateway already. */
  device_id: number.nullable(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;

/** What a device that was tried answered for each variable. */
const TestAnswer = z.object({
  values: z.array(
    z.object({
      name: z.string(),
      value: z.number().nullable(),
      /** Why there is no value. */
      reason: Reason.nullable(),
    }),
  ),
  attributes: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  latency_ms: z.number().nullable(),
});

/** One part of a question and what came of it so far. */
export const FieldTask = z.object({
  position: z.int(),
  kind: z.enum(TASK_KINDS),
  unit_id: UnitNumber,
  state: z.enum(TASK_STATES),
  asked_at: z.iso.datetime(),
  /** Why nothing could be asked, or nothing came back. */
  reason: Reason.nullable(),
  read: ReadAnswer.nullable(),
  /** What stands at this unit: a device for each common model of its chain (an inverter, the meters that it reads for). */
  found: z.array(FoundDevice),
  test: TestAnswer.nullable(),
});
export type FieldTask = z.infer<typeof FieldTask>;

export const AskedQuestion = z.object({
  id: z.uuid(),
  ended: z.boolean(),
  /** One of a read; one for each unit of a find; one for each test. */
  tasks: z.array(FieldTask),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

const wait = {
  /** Answers as soon as more is known than a caller that saw `ended_tasks` knows, or after so long. */
  wait_ms: z.coerce.number().int().min(0).max(MAX_ASKED.wait_ms).default(0),
  ended_tasks: z.coerce.number().int().min(0).max(INT_MAX).default(0),
};

/** What helps to set devices up. Nothing here writes to a device. */
export const fieldToolsCalls = area(
  {
    ask: call({
      ...common,
      topics: [],
      method: 'POST',
      path: '/cloudcontrol/v1/field-questions/',
      // It waits for answers of the field.
      tx: 'none',
      confirmed: 'always',
      reaches: 'field',
      summary:
        'Asks the field: reads registers, looks for SunSpec devices, or tries devices; counted by person and company, written into the audit, and never a write to a device',
      query: z.object({ wait_ms: wait.wait_ms }),
      body: FieldQuestion,
      ok: AskedQuestion,
      status: 201,
      max_body_bytes: 4_000_000,
    }),
    answers: call({
      ...common,
      topics: ['field_tasks'],
      method: 'GET',
      path: '/cloudcontrol/v1/field-questions/{id}/',
      // It waits for answers of the field.
      tx: 'none',
      summary: 'What came of a question so far; kept for an hour, for whoever asked',
      params: z.object({ id: z.uuid() }),
      query: z.object(wait),
      ok: AskedQuestion,
    }),
    giveUp: call({
      ...common,
      topics: [],
      method: 'DELETE',
      path: '/cloudcontrol/v1/field-questions/{id}/',
      summary: 'Ends a question: what is not asked yet stays unasked',
      params: z.object({ id: z.uuid() }),
      ok: z.undefined(),
      status: 204,
    }),
  },
  { host: 'cloud_control' },
);
