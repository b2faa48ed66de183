import { performance } from 'node:perf_hooks';
import type { CommunityCase } from '../src/energy/community/case.ts';
import { hourAxis } from '../src/energy/community/hour-axis.ts';
import { settle, total } from '../src/energy/community/settle.ts';
import { DEFAULT_SWITCHES } from '../src/energy/community/switches.ts';
import { SimulationParameters } from '../src/features/community/parameters.contract.ts';
import { sizing, whatIf } from '../src/features/community/server/what-if.ts';
import { placeOf, simulationOf } from '../src/features/community/simulation-parameters.model.ts';
import { sizesUpTo } from '../src/features/community/web/simulations/sizing.model.ts';
import { type PlainCase, plainSettle } from '../tests/support/plain-community.ts';
import { seeded } from '../tests/support/random-community.ts';
import { benchImports } from './community/imports.ts';
import { benchStored } from './community/stored.ts';
import { ms } from './timing.ts';

/**
 * Energy communities of some members, settled by hours: a year of 100 and of 1,000, a month of 10,000, and the first of them also by the
 * plain implementation that the tests hold the engine against. Members' hours are made one after the other, as the portal makes them.
 * Then files of a community of 2,000 PODs, and the first slider, by the portal's own calls; with `--only imports` these alone.
 * Then stored hours by the portal's own calls: a month of 10,000 members, and one among 50,000 member-years (`--only stored`).
 * `--only month` is the first of these alone, which takes seconds.
 * `npm run bench -- community`
 */
const PLANTS = 5;

function madeCommunity(members: number, first: string, end: string): CommunityCase {
  const axis = hourAxis(first, end);
  const random = seeded(20);
  const row = (most: number) => Float64Array.from({ length: axis.count }, () => random() * most);
  const profiles = Array.from({ length: 16 }, () => row(2));
  return {
    axis,
    prices: { NORD: row(250) },
    plants: Array.from({ length: PLANTS }, (_, index) => ({
      id: `P${index}`,
      substation: `AC${index % 2}`,
      zone: 'NORD' as const,
      power_kw: 150 * (index + 1),
      photovoltaic: true,
      area: 'north' as const,
      grant_share: index % 2 === 0 ? 0 : 0.4,
      in_operation: `202${2 + (index % 4)}-01-01`,
      injected_kwh: row((2 * members) / PLANTS),
    })),
    members: Array.from({ length: members }, (_, index) => ({
      id: `M${String(index).padStart(5, '0')}`,
      substation: `AC${index % 2}`,
      level: 1 + (index % 3),
      exempt: index % 10 === 0,
      withdrawn_kwh: () => (profiles[index % 16] ?? row(1)).map((kwh) => kwh * (1 + index / members)),
    })),
    switches: DEFAULT_SWITCHES,
  };
}

function plainOf({ axis, prices, plants, members }: CommunityCase): PlainCase {
  return {
    hours: axis.count,
    prices: { NORD: [...(prices.NORD ?? [])] },
    plants: plants.map((plant) => ({
      ...plant,
      from_hour: 0,
      to_hour: axis.count,
      injected: [...plant.injected_kwh],
    })),
    members: members.map((member) => ({
      ...member,
      from_hour: 0,
      to_hour: axis.count,
      withdrawn: [
        ...(typeof member.withdrawn_kwh === 'function' ? member.withdrawn_kwh() : member.withdrawn_kwh),
      ],
    })),
    attribution: 'oldest_first',
    exempt_keep: true,
    whole_tariff_cut: true,
  };
}

function timed<T>(what: string, aim: string, task: () => T): T {
  const start = performance.now();
  const result = task();
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  console.log(`community ${what}: ${ms(performance.now() - start)}, ${memory} MB  (aim ${aim})`);
  return result;
}

/** Parameters as a slider sends them: the thread has done it before. */
const tried = SimulationParameters.parse({ battery_kwh: 200 });
const thought = simulationOf(tried, [], placeOf(tried));
const inputs = { prices: new Float64Array(8760).fill(110), typical: {} };
const asked = {
  parameters: tried,
  goal: 'npv',
  shared_at_least: 0.5,
  kwp: sizesUpTo(1000, 10),
  battery_kwh: [0, ...sizesUpTo(500, 4)],
} as const;
/** What is settled by the engine alone. */
function benchEngine(): void {
  for (const nth of ['the first', 'another'])
    timed(`what a slider asks, ${nth}`, '< 500 ms', () => whatIf({ simulation: thought, inputs }, tried));
  timed('50 sizes of a plant and its battery', 'none', () =>
    sizing(
      { simulation: thought, inputs, key: '' },
      { ...asked, kwp: [...asked.kwp], battery_kwh: [...asked.battery_kwh] },
    ),
  );

  const hundred = madeCommunity(100, '2025-01-01', '2026-01-01');
  const settled = timed('a year of 100 members', '< 1,000 ms', () => settle(hundred));
  timed('a year of 1,000 members', '< 10,000 ms', () =>
    settle(madeCommunity(1000, '2025-01-01', '2026-01-01')),
  );
  timed('a month of 10,000 members', '< 60,000 ms', () =>
    settle(madeCommunity(10_000, '2025-01-01', '2025-02-01')),
  );
  const plain = plainOf(hundred);
  const slow = timed('a year of 100 members, plain implementation', 'none', () => plainSettle(plain));
  const difference =
    total(settled.hours.incentive_eur) - slow.incentive.reduce((sum, value) => sum + value, 0);
  console.log(`community difference of the two: ${difference.toFixed(6)} EUR`);
}

const only = process.argv[process.argv.indexOf('--only') + 1];
const wants = (part: string) => !process.argv.includes('--only') || only === part;
if (wants('engine')) benchEngine();
if (wants('imports')) await benchImports();
if (wants('stored')) await benchStored();
// The one large month alone: it is filled in seconds.
if (only === 'month') await benchStored(false);
process.exit(0);
