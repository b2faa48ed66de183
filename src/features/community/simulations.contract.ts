import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, Instant, linesOf, Version } from '../../shared/contract/fields.ts';
import {
  ChangedParameters,
  NUMBERS,
  ResultToSave,
  SimulationParameters,
  SimulationQuery,
  SimulationReport,
} from './parameters.contract.ts';
import { MEMBER_KINDS } from './simulation.model.ts';

export const MAX_SIMULATIONS = 1_000;

export const SimulationCode = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, _ or -');

export const SimulationMember = z.object({
  id: z.int(),
  kind: z.enum(MEMBER_KINDS),
  count: z.int(),
  level: z.int(),
  kwh_per_year: z.number(),
  kw_peak: z.number(),
});
export type SimulationMember = z.infer<typeof SimulationMember>;

const within = ([, least, most]: readonly [number, number, number]) => z.number().min(least).max(most);
const MembersGiven = z
  .array(
    z.object({
      kind: z.enum(MEMBER_KINDS),
      count: z.int().min(0).max(NUMBERS.prosumer[2]),
      level: z.int().min(1).max(NUMBERS.prosumer_level[2]).optional(),
      kwh_per_year: within(NUMBERS.prosumer_kwh).optional(),
      kw_peak: within(NUMBERS.prosumer_kwp).optional().describe('of prosumers, kW'),
    }),
  )
  .refine(
    (members) => new Set(members.map(({ kind }) => kind)).size === members.length,
    'must name each kind once',
  )
  .optional()
  .describe('all of them, in place of their numbers in parameters: a kind that is left out has none');
export type MembersGiven = NonNullable<z.infer<typeof MembersGiven>>;

const row = {
  id: z.int(),
  code: z.string(),
  description: z.string(),
  community_id: z.int().nullable(),
  community: z.string().nullable(),
  saved_at: Instant.nullable().describe('when a result was saved; null: none was'),
  version: z.int(),
};

/** A simulation in the list of them. */
export const SimulationRow = z.object({
  ...row,
  members: z.int(),
  kwp: z.number(),
  totals: SimulationReport.shape.totals.nullable(),
  npv_eur: z.number().nullable(),
  payback_years: z.number().nullable(),
  outdated: z
    .boolean()
    .describe('whether its result was calculated by earlier rules, or an earlier version of the program'),
});
export type SimulationRow = z.infer<typeof SimulationRow>;

// spec §3: Community simulation
export const Simulation = z.object({
  ...row,
  parameters: SimulationParameters,
  members: z.array(SimulationMember),
});
export type Simulation = z.infer<typeof Simulation>;

export const NewSimulation = z.object({
  code: SimulationCode.optional().describe('left out: the program gives one'),
  description: linesOf(4000).default(''),
  community_id: IdNumber.nullable().default(null),
  parameters: SimulationParameters.prefault({}),
  members: MembersGiven,
});
export type NewSimulation = z.infer<typeof NewSimulation>;
export const SimulationChange = z.object({
  description: linesOf(4000).optional(),
  community_id: IdNumber.nullable().optional(),
  parameters: ChangedParameters.optional().describe('what is left out stays'),
  members: MembersGiven,
  version: Version.optional(),
});
export type SimulationChange = z.infer<typeof SimulationChange>;

/** A run of a simulation as its person sees it. */
export const SimulationRun = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  progress: z.int().describe('percent'),
  parameters: SimulationParameters,
  created_at: Instant,
  ended_at: Instant.nullable(),
  result_report: SimulationReport.nullable(),
  result_to_save: ResultToSave.nullable(),
});
export type SimulationRun = z.infer<typeof SimulationRun>;

const SavedResult = z.object({
  code: z.string(),
  saved_at: Instant,
  run_parameters: SimulationParameters,
  result_report: SimulationReport,
});

const read = { topics: ['simulations'], access: 'community.read' } as const;
const writes = { topics: ['simulations'], access: 'community.write' } as const;
/** The simulation's code. */
const byCode = { params: z.object({ id: SimulationCode }) };
const byId = { params: z.object({ id: Id }) };

export const simulationsCalls = area(
  {
    list: call({
      method: 'GET',
      path: '/cer/v1/simulations/',
      list: 'simulations',
      summary: 'Simulations by code, with what their saved results come to',
      ...read,
      ok: z.array(SimulationRow),
    }),
    get: call({
      method: 'GET',
      path: '/cer/v1/simulations/{id}/',
      summary: 'A simulation with its parameters and members, by its code',
      ...read,
      ...byCode,
      ok: Simulation,
    }),
    create: call({
      method: 'POST',
      path: '/cer/v1/simulations/',
      summary: 'Adds a simulation',
      ...writes,
      body: NewSimulation,
      ok: Simulation,
      status: 201,
    }),
    update: call({
      method: 'PUT',
      path: '/cer/v1/simulations/{id}/',
      summary:
        'Changes a simulation by its code; what is left out stays, its saved result is kept only while the parameters stay; a stale version is a conflict',
      ...writes,
      ...byCode,
      body: SimulationChange,
      ok: Simulation,
      conflict: Simulation,
    }),
    remove: call({
      method: 'DELETE',
      path: '/cer/v1/simulations/{id}/',
      summary: 'Deletes a simulation with its result',
      ...writes,
      ...byCode,
      ok: z.undefined(),
      status: 204,
    }),
    results: call({
      method: 'GET',
      path: '/cer/v1/simulation-results/',
      summary: 'The saved result of a simulation',
      ...read,
      query: z.object({ code: SimulationCode }),
      timeout_s: null, // spec §7
      ok: SavedResult,
    }),
    saveResults: call({
      method: 'POST',
      path: '/cer/v1/simulation-results/',
      summary:
        "Saves the result of one's own run for a simulation, with a file that was sent to a signed address if one is named",
      ...writes,
      timeout_s: null, // spec §7
      body: z.object({
        code: SimulationCode,
        result_to_save: ResultToSave,
        upload_id: IdNumber.nullable().default(null),
        version: Version.optional().describe(
          'of the simulation as it was when it was run; without it whatever stands is replaced',
        ),
      }),
      ok: SavedResult,
      conflict: Simulation,
      status: 201,
    }),
    removeMember: call({
      method: 'DELETE',
      path: '/cer/v1/simulation-members/{id}/',
      summary: 'Takes a kind of members out of a simulation',
      ...writes,
      ...byId,
      ok: z.undefined(),
      status: 204,
    }),
    simulate: call({
      method: 'GET',
      path: '/cer-simulation/',
      summary:
        'Calculates a simulation and answers when it ends; the same once more joins the run that stands',
      topics: ['simulations'],
      access: 'community.write',
      host: 'cloud_function',
      // It waits for the worker's process.
      tx: 'none',
      timeout_s: 1800, // spec §9
      query: SimulationQuery,
      refuses: [409, 503],
      ok: z.object({ result_report: SimulationReport, result_to_save: ResultToSave }),
    }),
    runs: call({
      method: 'GET',
      path: '/cer/v1/simulation-runs/',
      summary: "The person's latest runs, the newest first",
      topics: ['simulation_runs'],
      access: 'community.write',
      ok: z.array(SimulationRun.omit({ result_report: true, result_to_save: true })),
    }),
    startRun: call({
      method: 'POST',
      path: '/cer/v1/simulation-runs/',
      summary: 'Starts a simulation, or joins the same run that stands, and answers at once',
      topics: ['simulation_runs'],
      access: 'community.write',
      body: z.object({ parameters: SimulationParameters.prefault({}) }),
      ok: SimulationRun,
      status: 201,
    }),
    run: call({
      method: 'GET',
      path: '/cer/v1/simulation-runs/{id}/',
      summary: "One's own run with its progress, and its result once it has ended",
      topics: ['simulation_runs'],
      access: 'community.write',
      ...byId,
      ok: SimulationRun,
    }),
    cancelRun: call({
      method: 'DELETE',
      path: '/cer/v1/simulation-runs/{id}/',
      summary: "Cancels one's own run",
      topics: ['simulation_runs'],
      access: 'community.write',
      ...byId,
      ok: z.undefined(),
      status: 204,
    }),
  },
  { host: 'community' },
);
