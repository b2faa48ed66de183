import { createHash } from 'node:crypto';
import type { lightingFeature } from '../../../../src/features/lighting/lighting.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { DAY } from '../../support/canary-ground.ts';
import { aDevice, fresh } from '../../support/making.ts';
import { deviceNumber, NONE, word } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';
import { aBox, aControlledBox, aLight } from './making.ts';

type Calls = typeof lightingFeature.calls;

/** An open alarm of a box whose controller is a device of the things' plant. */
async function anAlarm(world: World, things: Things): Promise<{ id: number; box_id: number }> {
  const { id: box_id } = await aControlledBox(world, things);
  const [row] = await world.test.arrange<{ id: number }>(
    `insert into lighting_alarm (company_id, box_id, line, kind, type, date, opened_at)
     values ($1, $2, 1, 'dark_at_night', 'E', now(), now()) returning id`,
    [world.scope.company_id, box_id],
  );
  return { id: Number(row?.id), box_id };
}

/** A supply point of its own. */
const podOf = (): string => `IT001E${fresh().slice(0, 8)}`;

async function aPrice({ test, scope }: World): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into pod_price (company_id, pod, from_day, eur_kwh) values ($1, $2, $3, 0.2) returning id`,
    [scope.company_id, podOf(), DAY],
  );
  return Number(row?.id);
}

async function aReport(world: World): Promise<{ id: number; light_id: number }> {
  const { light_id } = await aLight(world);
  const [row] = await world.test.arrange<{ id: number }>(
    `insert into light_report (company_id, light_id, text) values ($1, $2, 'Lamp out') returning id`,
    [world.scope.company_id, light_id],
  );
  return { id: Number(row?.id), light_id };
}

/** How light points stand of which there is none yet. */
const NO_LIGHTS = createHash('sha256').digest('hex');

/** What is kept of boxes and light points: the census, reports, alarms, meters, prices, and the second person's word. */
export const records = {
  examples: {
    lightReports: {
      list: async (world) => ({
        query: { light_id: String((await aReport(world)).light_id), state: 'open' as const },
      }),
      create: async (world, { mark }) => ({
        body: { light_id: (await aLight(world)).light_id, text: mark, reporter: mark },
      }),
      change: async (world) => ({
        params: { id: String((await aReport(world)).id) },
        body: { state: 'repaired' },
      }),
    },
    lightingAlarms: {
      list: async (world, things) => {
        const { box_id } = await anAlarm(world, things);
        return { query: { box_id: String(box_id), closed: 'false' as const } };
      },
      snooze: async (world, things) => ({
        params: { id: String((await anAlarm(world, things)).id) },
        body: { until: new Date(Date.now() + 86_400_000).toISOString(), message: things.mark, seen: null },
      }),
      request: async (world, things) => ({ params: { id: String((await anAlarm(world, things)).id) } }),
    },
    lightingMeters: {
      freeDevices: async (world, things) => {
        await aDevice(world, things);
        return { query: { search: things.mark } };
      },
      assign: async (world, things) => ({
        body: { box_id: (await aBox(world)).id, device_id: await aDevice(world, things) },
      }),
      remove: async (world, things) => {
        const box = await aBox(world);
        const device_id = await aDevice(world, things);
        await world.test.arrange(
          'insert into box_meter (company_id, box_id, device_id) values ($1, $2, $3)',
          [world.scope.company_id, box.id, device_id],
        );
        return { params: { box_id: String(box.id), device_id: String(device_id) } };
      },
    },
    lightingCaution: {
      get: () => ({}),
      change: () => ({ body: { many_boxes: 50, dark_at_night: false } }),
    },
    lightingPrices: {
      list: async (world) => {
        await aPrice(world);
        return { query: { search: 'IT001' } };
      },
      create: () => ({ body: { pod: podOf(), from_day: DAY, eur_kwh: 0.23 } }),
      change: async (world) => ({
        params: { id: String(await aPrice(world)) },
        body: { from_day: DAY, eur_kwh: 0.25 },
      }),
      remove: async (world) => ({ params: { id: String(await aPrice(world)) } }),
    },
    lightPoints: {
      list: async (world) => {
        const { id } = await aLight(world);
        return { query: { box_id: String(id), line: '1' as const } };
      },
      get: async (world) => ({ params: { id: String((await aLight(world)).light_id) } }),
      create: async (world, { mark }) => ({
        body: {
          box_id: (await aBox(world)).id,
          line: 3,
          code: `N${fresh()}`,
          lamp_kind: 'led',
          power_w: 40,
          pole: mark,
          street: mark,
          latitude: 45,
          longitude: 9,
          pell: { support: mark, dimmable: true },
        },
      }),
      remove: async (world) => ({ params: { id: String((await aLight(world)).light_id) } }),
      exportLights: async (world) => {
        const { id, municipality_id } = await aLight(world);
        return {
          query: {
            box_id: String(id),
            comune_id: String(municipality_id),
            language: 'en' as const,
            format: 'csv' as const,
          },
        };
      },
      importLights: async (world, { mark }) => ({
        body: {
          text: `code;line;street\nI${fresh()};1;${mark}\n`,
          box_id: (await aBox(world)).id,
          dry_run: false,
          stand: NO_LIGHTS,
        },
      }),
      change: async (world, { mark }) => {
        const { light_id, id } = await aLight(world);
        return {
          params: { id: String(light_id) },
          body: {
            box_id: id,
            line: 2,
            code: `C${fresh()}`,
            lamp_kind: 'led',
            power_w: 55,
            pole: mark,
            street: mark,
            latitude: 45,
            longitude: 9,
            pell: {
              support: mark,
              optic: mark,
              road_class: 'M3',
              installed_in: 2020,
              lumens: 8000,
              colour_k: 3000,
              dimmable: false,
            },
          },
        };
      },
    },
  },
  slots: {
    'lightPoints.change code': NONE,
    'lightPoints.create code': NONE,
    'lightReports.create light_id': word,
    'lightingPrices.create pod': NONE,
    'lightingMeters.assign device_id': deviceNumber,
  },
  // Those of an area are put in one order, by what they point to: they stand with the others.
  rows: {},
} satisfies AreaPart<
  Calls,
  'lightReports' | 'lightingAlarms' | 'lightingMeters' | 'lightingCaution' | 'lightingPrices' | 'lightPoints'
>;
