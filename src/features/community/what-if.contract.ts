import { z } from 'zod';
import { GOALS, SHARED_AT_LEAST } from '../../energy/community/sizing.ts';
import { area, call } from '../../shared/contract/call.ts';
import { PDF } from '../../shared/contract/table-file.ts';
import { SimulationParameters, SimulationReport } from './parameters.contract.ts';
import { SimulationCode } from './simulations.contract.ts';

/** So many sizes of a plant, and of a battery, are tried at once. */
export const MAX_SIZES = { kwp: 12, battery_kwh: 6 } as const;

const asked = { topics: ['simulations'], access: 'community.write' } as const;
/** A thread calculates, and keeps nothing of it. */
const inThread = { method: 'POST', tx: 'none', reads: true, timeout_s: 120 } as const;

export const SizePoint = z.object({
  kwp: z.number(),
  battery_kwh: z.number(),
  investment_eur: z.number(),
  npv_eur: z.number(),
  payback_years: z.number().nullable(),
  shared_share: z.number().nullable().describe('shared over injected energy; null where nothing is injected'),
  covered_share: z.number().nullable().describe('shared over withdrawn energy; null where nothing is drawn'),
});
export type SizePoint = z.infer<typeof SizePoint>;

export const Sizing = z.object({
  points: z.array(SizePoint).describe('each size that was tried, by kWp and then by battery'),
  best: SizePoint.nullable().describe(
    'the best by the goal, the smallest of equally good ones; null: none reaches it',
  ),
});
export type Sizing = z.infer<typeof Sizing>;

const sizes = (most: number, largest: number) => z.array(z.number().min(0).max(largest)).min(1).max(most);

/** What else a community could be: other sizes and numbers, tried without a run that is kept. */
export const whatIfCalls = area(
  {
    whatIf: call({
      path: '/cer/v1/simulation-what-if/',
      summary: 'What a simulation comes to with these parameters, at once and kept nowhere',
      ...asked,
      ...inThread,
      body: z.object({ parameters: SimulationParameters.prefault({}) }),
      ok: SimulationReport,
    }),
    sizing: call({
      path: '/cer/v1/simulation-sizing/',
      summary: 'Which of these sizes of a plant that is thought of, and of its battery, serve a goal best',
      ...asked,
      ...inThread,
      body: z.object({
        parameters: SimulationParameters.prefault({}),
        goal: z.enum(GOALS).default('npv'),
        shared_at_least: z
          .number()
          .min(0)
          .max(1)
          .default(SHARED_AT_LEAST)
          .describe(
            'for shared_share: the most of withdrawn energy, of sizes that share so much of the injected',
          ),
        kwp: sizes(MAX_SIZES.kwp, 1_000).describe('sizes of the plant, kWp'),
        battery_kwh: sizes(MAX_SIZES.battery_kwh, 100_000).default([0]).describe('sizes of the battery, kWh'),
      }),
      ok: Sizing,
    }),
    document: call({
      method: 'GET',
      path: '/cer/v1/simulations/{id}/document/',
      summary: 'The saved result of a simulation as a PDF, for the people who will sign',
      topics: ['simulations'],
      access: 'community.read',
      // A page is printed in a thread of its own, without a transaction meanwhile.
      tx: 'none',
      params: z.object({ id: SimulationCode }),
      query: z.object({ language: z.enum(['it', 'en']).optional() }),
      ok: z.instanceof(Blob),
      produces: PDF,
      timeout_s: 120,
    }),
  },
  { host: 'community' },
);
