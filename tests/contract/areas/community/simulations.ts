import type { communityFeature } from '../../../../src/features/community/community.feature.ts';
import { SimulationParameters } from '../../../../src/features/community/parameters.contract.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { fresh, made } from '../../support/making.ts';
import { NONE, plant, word } from '../../support/slot-kinds.ts';
import type { World } from '../../support/world.ts';
import { aCommunity, id } from './making.ts';

type Calls = typeof communityFeature.calls;

/** Numbers of a small simulation. */
const SMALL = { kwp: 20, prosumer: 0, apartment: 2, townhouse: 0, service: 0 };

async function aSimulation(world: World): Promise<{ code: string; members: { id: number }[] }> {
  const body = { code: `S-${fresh()}`, description: world.mark, parameters: SMALL };
  return (await made(world, 'simulations.create', { body })) as never;
}
const byCode = async (world: World) => ({ params: { id: (await aSimulation(world)).code } });

/** Gives a run to whoever asks: nobody sees another person's. */
const handingOver = ({ test, scope }: World, run_id: number) => ({
  handOver: async (user_id: number) => {
    await test.arrange('update simulation_run set user_id = $3 where company_id = $1 and id = $2', [
      scope.company_id,
      run_id,
      user_id,
    ]);
  },
});

/** A run of the owner; `done`: with what it came to. */
async function aRun(world: World, state: 'waiting' | 'done'): Promise<number> {
  const run = await made(world, 'simulations.startRun', {
    body: { parameters: { ...SMALL, kwp: Math.random() * 100 + 1 } },
  });
  if (state === 'waiting') return Number(run.id);
  await world.test.arrange(
    `update simulation_run set state = 'done', report = $3, ended_at = now() where company_id = $1 and id = $2`,
    [world.scope.company_id, Number(run.id), JSON.stringify(REPORT)],
  );
  return Number(run.id);
}

const day = Array.from({ length: 24 }, () => 1);
const month = {
  injected_kwh: 1,
  withdrawn_kwh: 1,
  shared_kwh: 1,
  incentive_eur: 1,
  valorisation_eur: 1,
  sale_eur: 1,
};
const TOTALS = {
  ...month,
  self_used_kwh: 1,
  incentivised_kwh: 1,
  grant_cut_eur: 0,
  fee_eur: 0,
  shared_share: 1,
};
const REPORT = {
  year: 2025,
  hours: 8760,
  unpriced_hours: 0,
  totals: TOTALS,
  months: [],
  plants: [],
  members: [],
  day: { injected_kwh: day, withdrawn_kwh: day, shared_kwh: day },
  surplus: [],
  money: {
    investment_eur: 1,
    npv_eur: 1,
    irr: null,
    payback_years: null,
    years: [],
    granted_eur: 0,
    grant_fee_eur: 0,
    first_year: {
      incentive_eur: 1,
      valorisation_eur: 1,
      sale_eur: 1,
      saved_eur: 0,
      fee_eur: 0,
      cost_eur: 0,
    },
  },
  rules: [],
  assumptions: [{ code: 'sun', choice: null, source: null }],
  findings: [],
};

async function aSaved(world: World): Promise<string> {
  const { code } = await aSimulation(world);
  const body = { code, result_to_save: { run_id: await aRun(world, 'done'), totals: TOTALS } };
  await made(world, 'simulations.saveResults', { body });
  return code;
}

const code = { made: true, plantless: true, missing: 'S-no-such' } as const;

/** Simulations, their runs, and what else they come to. */
export const simulations = {
  examples: {
    whatIf: {
      whatIf: (_, things) => ({ body: { parameters: { ...SMALL, plants: [things.proj_code] } } }),
      sizing: () => ({ body: { parameters: SMALL, goal: 'npv', kwp: [10, 20], battery_kwh: [0, 10] } }),
      document: async (world) => ({ params: { id: await aSaved(world) } }),
    },
    simulations: {
      list: () => ({}),
      get: byCode,
      create: async (world, things) => ({
        body: {
          code: `S-${fresh()}`,
          description: world.mark,
          community_id: Number(await aCommunity(world)),
          parameters: { ...SMALL, plants: [things.proj_code] },
        },
      }),
      update: async (world, things) => ({
        ...(await byCode(world)),
        body: {
          description: `${world.mark} anew`,
          community_id: Number(await aCommunity(world)),
          parameters: { ...SMALL, plants: [things.proj_code] },
        },
      }),
      remove: byCode,
      results: async (world) => ({ query: { code: await aSaved(world) } }),
      saveResults: async (world) => {
        const run_id = await aRun(world, 'done');
        return {
          body: { code: (await aSimulation(world)).code, result_to_save: { run_id, totals: TOTALS } },
          ...handingOver(world, run_id),
        };
      },
      removeMember: async (world) => ({
        params: { id: String((await aSimulation(world)).members[0]?.id) },
      }),
      simulate: async (world, things) => ({
        query: { code: (await aSimulation(world)).code, plants: things.proj_code },
      }),
      runs: async (world) => {
        await aRun(world, 'waiting');
        return {};
      },
      startRun: (_, { proj_code }) => ({ body: { parameters: { ...SMALL, plants: [proj_code] } } }),
      run: async (world) => {
        const run = await aRun(world, 'done');
        return { params: { id: String(run) }, ...handingOver(world, run) };
      },
      cancelRun: async (world) => {
        const run = await aRun(world, 'waiting');
        return { params: { id: String(run) }, ...handingOver(world, run) };
      },
    },
  },
  slots: {
    ...Object.fromEntries(['get', 'update', 'remove'].map((name) => [`simulations.${name} id`, code])),
    'simulations.results code': code,
    'simulations.simulate code': code,
    'simulations.saveResults code': code,
    'simulations.saveResults run_id': id,
    'simulations.saveResults upload_id': NONE,
    'simulations.create code': NONE,
    'simulations.create community_id': word,
    'simulations.update community_id': word,
    'simulations.removeMember id': id,
    'simulations.run id': id,
    'simulations.cancelRun id': id,
    'simulations.create plants': plant,
    'simulations.update plants': plant,
    // What a run is asked of is judged at the field.
    'simulations.simulate plants': { ...plant, status: 400 },
    'simulations.startRun plants': { ...plant, status: 400 },
    'whatIf.whatIf plants': { ...plant, status: 400 },
    'whatIf.sizing plants': NONE,
    'whatIf.document id': code,
  },
  rows: {
    simulation_run: ({ company_id, mark }) => ({
      company_id,
      user_id: 1,
      key: mark,
      state: 'cancelled',
      created_at: '2025-03-15T12:00:00Z',
      parameters: JSON.stringify(SimulationParameters.parse({ plants: [mark] })),
    }),
    simulation_step: ({ company_id, ids, mark }) => ({
      company_id,
      run_id: ids.simulation_run,
      month: 0,
      result: JSON.stringify({ month: mark }),
    }),
    simulation: ({ company_id, mark }) => ({
      company_id,
      code: mark,
      description: mark,
      parameters: JSON.stringify(SimulationParameters.parse({ plants: [mark] })),
    }),
    simulation_member: ({ company_id, ids }) => ({
      company_id,
      simulation_id: ids.simulation,
      kind: 'apartment',
      count: 2,
      kwh_per_year: 2300,
    }),
  },
} satisfies AreaPart<Calls, 'whatIf' | 'simulations'>;
