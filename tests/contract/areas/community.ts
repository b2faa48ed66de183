import type { communityFeature } from '../../../src/features/community/community.feature.ts';
import { switchesOf } from '../../../src/features/community/community.model.ts';
import { SimulationParameters } from '../../../src/features/community/parameters.contract.ts';
import { MAILING } from '../../../src/features/community/server/mailings.ts';
import type { Statement, StatementContent } from '../../../src/features/community/statements.contract.ts';
import { makeLink } from '../../../src/shared/server/signed-links/signed-links.ts';
import { inScope } from '../../../src/shared/server/tenancy.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { fresh, made } from '../support/making.ts';
import { NONE, plant, word } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

/** A member whose POD no other example has. */
const aMember = ({ mark }: World) => ({
  ...{ name: `Member ${mark}`, substation: mark, level: 1 },
  role: 'prosumer' as const,
  kind: 'family' as const,
  email: `${mark}@example.org`,
  pods: [{ pod: `IT001E${fresh().slice(0, 8).toUpperCase()}`, from_on: '2025-01-01' }],
});

const aBody = (world: World, things: Things) => ({
  ...{
    name: `${world.mark} ${fresh()}`,
    description: world.mark,
    substation: world.mark,
    legal_form: world.mark,
  },
  members: [aMember(world)],
  plants: [{ proj_code: things.proj_code, from_on: '2025-01-01' }],
});

/** A community that everybody of the company may know of: its texts carry no mark of a plant. */
const aCommunity = async (world: World): Promise<string> => {
  const body = { name: `Community ${fresh()}` };
  return String((await made(world, 'community.create', { body })).id);
};

/** A closed month of a community in which nobody shared anything. */
const aStatement = async (world: World) => {
  const body = { community: Number(await aCommunity(world)), month: '2025-03', replaces: null };
  return (await made(world, 'statements.close', { body })) as { id: number; community: number };
};

/** A closed month with a member, who joined after it. */
const aStatedMember = async (world: World) => {
  const body = {
    name: `Community ${fresh()}`,
    members: [{ name: 'Anna', role: 'consumer', email: 'anna@example.org' }],
  };
  const { id: community } = (await made(world, 'community.create', { body })) as { id: number };
  const closing = { body: { community, month: '2025-03', replaces: null } };
  const { id, sealed } = (await made(world, 'statements.close', closing)) as Statement;
  return { id: String(id), member_id: String(sealed.content.members[0]?.id) };
};

/** A statement that was mailed to a member, as a worker does. */
async function aMailing(world: World) {
  const { test, scope } = world;
  const { id, member_id } = await aStatedMember(world);
  const [row] = await test.arrange<{ id: number }>(
    `insert into community_mailing (company_id, statement_id, member_id, to_name, to_address, language, days, asked_at)
     values ($1, $2, $3, 'Anna', 'anna@example.org', 'en', 90, now()) returning id`,
    [scope.company_id, id, member_id],
  );
  const record = { kind: MAILING, record_id: Number(row?.id), plant_id: null, party: 'Anna' };
  const { token } = await inScope(test.pool, scope, (tx) => makeLink(tx, record, { now: new Date() }));
  return { id, member_id, token };
}

const IBAN = 'IT60X0542811101000000123456';
/** A statement by which somebody can be paid. */
async function aPayment(world: World) {
  const { test, scope } = world;
  const { id, member_id } = await aStatedMember(world);
  await test.arrange(
    `update community_statement set content = jsonb_set(content, '{members,0,change_cents}', '1234')
     where company_id = $1 and id = $2`,
    [scope.company_id, id],
  );
  await test.arrange('update community_member set iban = $3 where company_id = $1 and id = $2', [
    ...[scope.company_id, member_id, IBAN],
  ]);
  await test.arrange(
    `update community c set account_iban = $3 from community_member m
     where c.company_id = $1 and m.company_id = $1 and m.id = $2 and m.community_id = c.id`,
    [scope.company_id, member_id, IBAN],
  );
  return { params: { id } };
}

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
  ...{ injected_kwh: 1, withdrawn_kwh: 1, shared_kwh: 1, incentive_eur: 1, valorisation_eur: 1, sale_eur: 1 },
};
const TOTALS = {
  ...month,
  ...{ self_used_kwh: 1, incentivised_kwh: 1, grant_cut_eur: 0, fee_eur: 0, shared_share: 1 },
};
const REPORT = {
  ...{ year: 2025, hours: 8760, unpriced_hours: 0, totals: TOTALS, months: [], plants: [], members: [] },
  day: { injected_kwh: day, withdrawn_kwh: day, shared_kwh: day },
  surplus: [],
  money: { investment_eur: 1, npv_eur: 1, irr: null, payback_years: null, years: [] },
  rules: [],
  findings: [],
};

const NOTHING = { cents: 0, advance_cents: null, balance_cents: null };
/** A statement of nothing at all. */
const STATED = (mark: string): StatementContent => ({
  ...{ month: '2025-02', rules: [], notes: [], missing: [], missing_hours: 0, unpriced_hours: 0 },
  community: { id: 1, name: mark, legal_form: mark, substation: mark, version: 1 },
  rule: {
    ...{ management_percent: 10, producers_percent: 40, consumers_percent: 50 },
    ...{ equidistribution: false, surplus_to: 'consumers' },
  },
  switches: switchesOf({}),
  energy: { injected_kwh: 0, withdrawn_kwh: 0, shared_kwh: 0, incentivised_kwh: 0 },
  money: { incentive_cents: 0, valorisation_cents: 0, surplus_cents: 0 },
  total: { due: NOTHING, change: NOTHING },
  ...{ members: [], lines: [] },
});

async function aSaved(world: World): Promise<string> {
  const { code } = await aSimulation(world);
  const body = { code, result_to_save: { run_id: await aRun(world, 'done'), totals: TOTALS } };
  await made(world, 'simulations.saveResults', { body });
  return code;
}

const id = { made: true, plantless: true } as const;
const code = { made: true, plantless: true, missing: 'S-no-such' } as const;

/** Examples for the loops: energy communities, and simulations of what they share and earn. */
export const area: AreaExamples<typeof communityFeature.calls> = {
  examples: {
    community: {
      assetPlants: () => ({}),
      prosumerPlants: async (world, { mark }) => {
        const home = { proj_code: `${mark}-${fresh()}`, name: `Home ${mark}`, nominal_kwp: 5 };
        await made(world, 'residential.createHome', { body: home });
        return {};
      },
      zeusPlants: () => ({}),
      list: () => ({}),
      get: async (world) => ({ params: { id: await aCommunity(world) } }),
      create: (world, things) => ({ body: aBody(world, things) }),
      update: async (world, things) => ({
        params: { id: await aCommunity(world) },
        body: { ...aBody(world, things), equidistribution: true },
      }),
      remove: async (world) => ({ params: { id: await aCommunity(world) } }),
      importHours: async (world) => {
        const { id: community, members } = (await made(world, 'community.create', {
          body: { name: `Community ${fresh()}`, members: [aMember(world)] },
        })) as { id: number; members: { pods: { pod: string }[] }[] };
        const text = `pod;direction;start;kwh\n${members[0]?.pods[0]?.pod};withdrawn;2025-03-01T00:00Z;1,5\n`;
        return { query: { community: String(community) }, body: new TextEncoder().encode(text) };
      },
      importMembers: async (world) => {
        const { name, role, email } = aMember(world);
        const text = `name;role;email\n${name} ${fresh()};${role};${email}\n`;
        const query = { community: await aCommunity(world), dry_run: 'false' as const };
        return { query, body: new TextEncoder().encode(text) };
      },
      resultsData: async (world) => ({
        query: { community: await aCommunity(world), start: '2025-03-01', end: '2025-03-03' },
      }),
    },
    statements: {
      list: async (world) => ({ query: { community: String((await aStatement(world)).community) } }),
      get: async (world) => ({ params: { id: String((await aStatement(world)).id) } }),
      trial: async (world) => ({ body: { community: Number(await aCommunity(world)), month: '2025-03' } }),
      close: async (world) => ({
        body: { community: Number(await aCommunity(world)), month: '2025-03', replaces: null },
      }),
    },
    statementFiles: {
      lines: async (world) => ({ params: { id: String((await aStatement(world)).id) } }),
      document: async (world) => ({ params: await aStatedMember(world) }),
    },
    memberStatements: {
      mailings: async (world) => ({ params: { id: (await aMailing(world)).id } }),
      mail: async (world) => ({
        params: { id: (await aStatedMember(world)).id },
        body: { language: 'it' },
      }),
      withdrawLink: async (world) => {
        const { id, member_id } = await aMailing(world);
        return { params: { id, member_id } };
      },
      get: async (world) => ({ params: { token: (await aMailing(world)).token } }),
      document: async (world) => ({ params: { token: (await aMailing(world)).token } }),
    },
    payments: {
      get: aPayment,
      file: async (world) => ({ ...(await aPayment(world)), body: { on: '2099-01-05' } }),
    },
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
          ...{
            code: `S-${fresh()}`,
            description: world.mark,
            community_id: Number(await aCommunity(world)),
          },
          parameters: { ...SMALL, plants: [things.proj_code] },
        },
      }),
      update: async (world, things) => ({
        ...(await byCode(world)),
        body: {
          ...{ description: `${world.mark} anew`, community_id: Number(await aCommunity(world)) },
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
    // Rows, each with its plant's code.
    'community.create plants': NONE,
    'community.update plants': NONE,
    'community.get id': id,
    'community.update id': id,
    'community.remove id': id,
    'community.resultsData community': id,
    'community.importHours community': id,
    'community.importMembers community': id,
    'community.importMembers version': NONE,
    'statements.list community': id,
    'statements.get id': id,
    'statementFiles.lines id': id,
    'statementFiles.document id': id,
    'statementFiles.document member_id': id,
    'payments.get id': id,
    'payments.file id': id,
    'payments.file members': NONE,
    'memberStatements.mailings id': id,
    'memberStatements.mail id': id,
    'memberStatements.mail members': NONE,
    'memberStatements.withdrawLink id': id,
    'memberStatements.withdrawLink member_id': id,
    'statements.trial community': id,
    'statements.trial member_id': NONE,
    'statements.close community': id,
    'statements.close replaces': NONE,
    'statements.trial advance_cents': NONE,
    'statements.close advance_cents': NONE,
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
    community: ({ company_id, mark }) => ({
      ...{ company_id, name: mark, description: mark, substation: mark, legal_form: mark },
      account_holder: mark,
    }),
    community_member: ({ company_id, ids, mark }) => ({
      ...{ company_id, community_id: ids.community, name: mark, substation: mark, email: mark },
      ...{ role: 'consumer', kind: 'family', account_holder: mark },
    }),
    community_pod: ({ company_id, ids }) => ({
      ...{ company_id, member_id: ids.community_member, pod: 'IT001E00000001', from_on: '2025-01-01' },
    }),
    community_plant: ({ company_id, ids, mark }) => ({
      ...{
        company_id,
        community_id: ids.community,
        plant_id: ids.plant,
        substation: mark,
        from_on: '2025-01-01',
      },
    }),
    community_hours: ({ company_id, ids, mark }) => ({
      ...{ company_id, community_id: ids.community, pod: mark, direction: 'withdrawn', month: '2025-02-01' },
      ...{ hours: new Array(672).fill(1), imported_at: '2025-03-15T12:00:00Z' },
    }),
    community_statement: ({ company_id, ids, mark }) => ({
      ...{ company_id, community_id: ids.community, year: 2025, number: 1, month: '2025-02-01', revision: 0 },
      ...{ content: JSON.stringify(STATED(mark)), hash: '0'.repeat(64), previous_hash: mark, closed_by: 1 },
      closed_at: '2025-03-15T12:00:00Z',
    }),
    community_mailing: ({ company_id, ids, mark }) => ({
      ...{ company_id, statement_id: ids.community_statement, member_id: 1, to_name: mark, to_address: mark },
      ...{ language: 'it', days: 90, asked_at: '2025-03-15T12:00:00Z' },
    }),
    simulation_run: ({ company_id, mark }) => ({
      ...{ company_id, user_id: 1, key: mark, state: 'cancelled', created_at: '2025-03-15T12:00:00Z' },
      parameters: JSON.stringify(SimulationParameters.parse({ plants: [mark] })),
    }),
    simulation_step: ({ company_id, ids, mark }) => ({
      ...{ company_id, run_id: ids.simulation_run, month: 0, result: JSON.stringify({ month: mark }) },
    }),
    simulation: ({ company_id, mark }) => ({
      ...{
        company_id,
        code: mark,
        description: mark,
        parameters: JSON.stringify(SimulationParameters.parse({ plants: [mark] })),
      },
    }),
    simulation_member: ({ company_id, ids }) => ({
      ...{ company_id, simulation_id: ids.simulation, kind: 'apartment', count: 2, kwh_per_year: 2300 },
    }),
  },
  meaningful: {
    'community.switches': 'choices among the rules',
    'community_pod.pod': 'a POD',
    'community.account_iban': 'an IBAN',
    'community.account_bic': 'a BIC',
    'community.account_cuc': 'a CUC',
    'community_member.iban': 'an IBAN',
    'simulation.report': 'figures',
    'simulation_run.report': 'figures',
  },
};
