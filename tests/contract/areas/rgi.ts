import { KEPT_HOURS } from '../../../src/features/rgi/availability-day.model.ts';
import type { rgiFeature } from '../../../src/features/rgi/rgi.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { DAY, NEVER, NOON } from '../support/canary-ground.ts';
import { made, request } from '../support/making.ts';
import { device, NONE, plant } from '../support/slot-kinds.ts';
import { ago, type Things, type World } from '../support/world.ts';

const R = 'rgi';
/** Each example has days of its own: two of a plant would overlap. */
let days = 0;
const day = (): { start_time: string; end_time: string; working: boolean } => {
  const start = Date.UTC(2001, 0, 1 + days++);
  return {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    working: false,
  };
};
const stamp = (text: string): string => text.replace(/[-:]|\.\d{3}/g, '');

async function anRgi(world: World, { proj_code, mark }: Things): Promise<number> {
  const body = { proj_code, name: `Closed ${mark}`, items: [day()] };
  const answer = await request(world, `${R}.create`, { body }, world.headers);
  const [entry] = jsonOf(answer) as { id: number }[];
  if (!entry) throw new Error(`nothing was made: ${answer.text}`);
  return entry.id;
}
const byId = async (world: World, things: Things) => ({ params: { id: String(await anRgi(world, things)) } });
const made_id = { made: true } as const;

const guaranteeOf = ({ proj_code, mark }: Things) => ({
  proj_code,
  name: `Promise ${mark}`,
  note: `Note ${mark}`,
  period: 'month' as const,
  from_on: '2020-01-01',
  guaranteed_pct: 97,
  penalty_eur_per_point: 100,
});
const aGuarantee = async (world: World, things: Things): Promise<string> =>
  String((await made(world, 'guarantees.create', { body: guaranteeOf(things) })).id);

/** Examples for the loops: the calendar of working and non-working periods. */
export const area: AreaExamples<typeof rgiFeature.calls> = {
  examples: {
    rgi: {
      list: async (world, things) => {
        await anRgi(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      create: (_, { proj_code, mark }) => ({ body: { proj_code, name: mark, items: [day()] } }),
      get: byId,
      update: async (world, things) => ({
        ...(await byId(world, things)),
        body: { items: [day()], name: `Changed ${things.mark}` },
      }),
      remove: async (world, things) => ({ body: { list: [await anRgi(world, things)] } }),
      periods: async (world, things) => {
        await anRgi(world, things);
        return {
          query: { proj_code: things.proj_code, start: '2001-01-01T00:00:00Z', end: '2031-01-01T00:00:00Z' },
        };
      },
      preview: (_, { proj_code }) => ({ body: { proj_code, items: [day()] } }),
      exportCalendar: async (world, things) => {
        await anRgi(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      importCalendar: (_, { proj_code, mark }) => {
        const { start_time, end_time } = day();
        const event = `BEGIN:VEVENT\nDTSTART:${stamp(start_time)}\nDTEND:${stamp(end_time)}\nEND:VEVENT\n`;
        return { body: { proj_code, name: mark, text: `BEGIN:VCALENDAR\n${event}END:VCALENDAR\n` } };
      },
    },
    availability: {
      plants: (_, { proj_code }) => ({ query: { codes: proj_code, start: ago(120), end: ago(0) } }),
      intervals: (_, { device_id }) => ({
        query: { device_id: String(device_id), start: ago(120), end: ago(0) },
      }),
      setting: (_, { proj_code }) => ({ params: { proj_code }, body: { least_irradiance_wm2: 80 } }),
    },
    guarantees: {
      list: async (world, things) => {
        await aGuarantee(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      create: (_, things) => ({ body: guaranteeOf(things) }),
      update: async (world, things) => ({
        params: { id: await aGuarantee(world, things) },
        body: { name: `Changed ${things.mark}` },
      }),
      remove: async (world, things) => ({ params: { id: await aGuarantee(world, things) } }),
      standings: async (world, things) => {
        await aGuarantee(world, things);
        return { query: { proj_code: things.proj_code, month: ago(0).slice(0, 7) } };
      },
    },
  },
  slots: {
    'availability.intervals device_id': device,
    'guarantees.list proj_code': { ...plant, status: 200 },
    'guarantees.update id': made_id,
    'guarantees.remove id': made_id,
    [`${R}.list proj_code`]: { ...plant, status: 200 },
    [`${R}.periods proj_code`]: { ...plant, status: 200 },
    [`${R}.create also`]: NONE,
    // An entry of another company is none of the plant's: nothing is left out for it.
    [`${R}.preview instead_of`]: NONE,
    [`${R}.get id`]: made_id,
    [`${R}.update id`]: made_id,
    [`${R}.remove list`]: made_id,
  },
  rows: {
    rgi: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      name: mark,
      created_by: user_id,
    }),
    availability_day: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      day: DAY,
      basis: mark,
      energy_kwh: 1,
      devices: '[]',
      ...Object.fromEntries(KEPT_HOURS.map((name) => [name, 1])),
    }),
    availability_guarantee: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      name: mark,
      note: mark,
      created_by: user_id,
      period: 'month',
      from_on: DAY,
      guaranteed_pct: 97,
    }),
    availability_setting: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      least_irradiance_wm2: 80,
    }),
    rgi_item: ({ company_id, ids }) => ({
      company_id,
      rgi_id: ids.rgi,
      plant_id: ids.plant,
      start_at: NOON,
      end_at: NEVER,
      working: true,
    }),
  },
};
