import type { communityFeature } from '../../../../src/features/community/community.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { fresh, made } from '../../support/making.ts';
import { NONE, plant } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';
import { aCommunity, id } from './making.ts';

type Calls = typeof communityFeature.calls;

/** A member whose POD no other example has. */
const aMember = ({ mark }: World) => ({
  name: `Member ${mark}`,
  substation: mark,
  level: 1,
  role: 'prosumer' as const,
  kind: 'family' as const,
  email: `${mark}@example.org`,
  pods: [{ pod: `IT001E${fresh().slice(0, 8).toUpperCase()}`, from_on: '2025-01-01' }],
});

const DAY_MS = 86_400_000;
let days = 0;
/** A day on which no other example has the plant: it belongs to one community at a time. */
function aStretch() {
  const dayOf = (count: number) => new Date(count * DAY_MS).toISOString().slice(0, 10);
  days++;
  return { from_on: dayOf(days), until_on: dayOf(days + 1) };
}

let months = 0;
/** A community with the plant in a month in which no other example has it. */
async function aMonth(world: World, { proj_code }: Things) {
  const dayOf = (count: number) => new Date(Date.UTC(2010, count, 1)).toISOString().slice(0, 10);
  const [from_on, until_on] = [dayOf(months), dayOf(++months)];
  const body = { name: `Community ${fresh()}`, plants: [{ proj_code, from_on, until_on }] };
  const { id: community } = await made(world, 'community.create', { body });
  return { community: String(community), month: from_on.slice(0, 7) };
}

const aBody = (world: World, things: Things) => ({
  name: `${world.mark} ${fresh()}`,
  description: world.mark,
  substation: world.mark,
  legal_form: world.mark,
  members: [aMember(world)],
  plants: [{ proj_code: things.proj_code, ...aStretch() }],
});

/** Energy communities, who belongs to them, and what was measured. */
export const communities = {
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
    measured: {
      plants: async (world, things) => ({ query: await aMonth(world, things) }),
      hours: async (world, things) => ({
        query: { ...(await aMonth(world, things)), plant: things.proj_code },
      }),
      hoursFile: async (world, things) => ({
        query: { ...(await aMonth(world, things)), plant: things.proj_code },
      }),
      readings: async (world, things) => ({ query: await aMonth(world, things) }),
      takeReadings: async (world, things) => {
        const { community, month } = await aMonth(world, things);
        return { body: { community: Number(community), month } };
      },
    },
  },
  slots: {
    ...Object.fromEntries(
      ['plants', 'hours', 'hoursFile', 'readings', 'takeReadings'].map((name) => [
        `measured.${name} community`,
        id,
      ]),
    ),
    ...Object.fromEntries(
      ['hours', 'hoursFile'].flatMap((name) => [
        [`measured.${name} plant`, plant],
        [`measured.${name} member`, NONE],
      ]),
    ),
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
  },
  rows: {
    community: ({ company_id, mark }) => ({
      company_id,
      name: mark,
      description: mark,
      substation: mark,
      legal_form: mark,
      account_holder: mark,
    }),
    community_member: ({ company_id, ids, mark }) => ({
      company_id,
      community_id: ids.community,
      name: mark,
      substation: mark,
      email: mark,
      role: 'consumer',
      kind: 'family',
      account_holder: mark,
    }),
    community_pod: ({ company_id, ids }) => ({
      company_id,
      member_id: ids.community_member,
      pod: 'IT001E00000001',
      from_on: '2025-01-01',
    }),
    community_plant: ({ company_id, ids, mark }) => ({
      company_id,
      community_id: ids.community,
      plant_id: ids.plant,
      substation: mark,
      from_on: '2025-01-01',
    }),
    community_hours: ({ company_id, ids, mark }) => ({
      company_id,
      community_id: ids.community,
      pod: mark,
      direction: 'withdrawn',
      month: '2025-02-01',
      hours: new Array(672).fill(1),
      imported_at: '2025-03-15T12:00:00Z',
    }),
  },
} satisfies AreaPart<Calls, 'community' | 'measured'>;
