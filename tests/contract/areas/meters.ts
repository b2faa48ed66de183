import type { metersFeature } from '../../../src/features/meters/meters.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { DAY, NOON } from '../support/canary-ground.ts';
import { fresh, made, request } from '../support/making.ts';
import { deviceNumber, NEW, NONE, plant } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

const M = 'energyMeters';
const R = 'meterRegister';
const C = 'meterComparisons';
const at = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString();

const meterOf = ({ proj_code, device_id, section_id, mark }: Things) => ({
  proj_code,
  section_id,
  device_id,
  serial_number: `${mark}-${fresh()}`,
  model: `Model ${mark}`,
  role: 'import' as const,
  from_on: '2026-01-01',
  constant_k: 40,
  note: `Note ${mark}`,
});

/** A new meter of a plant, with readings of its first days. */
async function aMeter(world: World, things: Things, readings = 0) {
  const made_now = await made(world, `${M}.create`, { body: meterOf(things) });
  const id = String(made_now.id);
  for (let i = 1; i <= readings; i++)
    await made(world, `${R}.read`, {
      params: { id },
      body: { at: at(i), reading: 100 * i, note: `Read ${things.mark}` },
    });
  return { id, serial_number: String(made_now.serial_number) };
}
/** A photo of a new meter. */
const photo = ({ mark }: Things) => {
  const body = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`${mark} ${fresh()}`)]);
  return { query: { file_name: `${mark}.jpg`, size: body.length }, body };
};
async function aPhoto(world: World, things: Things) {
  const { id } = await aMeter(world, things);
  const answer = await request(world, `${R}.addPhoto`, { params: { id }, ...photo(things) }, world.headers);
  const { id: photo_id } = jsonOf(answer) as { id?: number };
  if (photo_id === undefined) throw new Error(`no photo was kept: ${answer.text}`);
  return { id, photo_id: String(photo_id) };
}

/** A meter with readings and a statement of January, and a month that differs, which no reading has judged anew. */
async function aDifference(world: World, things: Things) {
  const { id, serial_number } = await aMeter(world, things, 2);
  await made(world, `${C}.importEnergies`, {
    body: { proj_code: things.proj_code, text: `${serial_number};01/2026;12,5` },
  });
  await world.test.arrange(
    `insert into energy_meter_difference (company_id, meter_id, month, side, plant_id, own_kwh, other_kwh, threshold_pct, found_at)
     select company_id, id, '2025-06-01', 'gse', plant_id, 14, 12.5, 3, now() from energy_meter where company_id = $2 and id = $1`,
    [id, world.scope.company_id],
  );
  return { id, serial_number };
}

const byId = async (world: World, things: Things) => ({
  params: { id: (await aMeter(world, things, 1)).id },
});

const made_id = { made: true } as const;
const made_serial = { made: true, missing: 'NO-SUCH-METER' } as const;

/** Examples for the loops: energy meters and the registers of their readings. */
export const area: AreaExamples<typeof metersFeature.calls> = {
  examples: {
    energyMeters: {
      list: async (world, things) => {
        await aMeter(world, things, 1);
        return { query: { proj_code: things.proj_code } };
      },
      create: (_, things) => ({ body: meterOf(things) }),
      update: async (world, things) => ({
        params: { id: (await aMeter(world, things)).serial_number },
        body: { note: `Changed ${things.mark}`, section_id: things.section_id, device_id: things.device_id },
      }),
      remove: async (world, things) => ({ params: { id: (await aMeter(world, things)).id } }),
      get: byId,
      bySerial: async (world, things) => ({
        query: { serial_number: (await aMeter(world, things)).serial_number },
      }),
      models: async (world, things) => {
        await aMeter(world, things);
        return {};
      },
      power: async (world, things) => {
        await aMeter(world, things, 2);
        return { query: { proj_code: things.proj_code } };
      },
      powerBySerial: async (world, things) => ({
        query: { serial_number: (await aMeter(world, things, 2)).serial_number },
      }),
      sections: byId,
    },
    meterRegister: {
      lines: async (world, things) => ({ ...(await byId(world, things)), query: { month: '2026-01' } }),
      read: async (world, things) => ({
        params: { id: (await aMeter(world, things)).id },
        body: { at: at(1), reading: 10, note: `Read ${things.mark}` },
      }),
      correct: async (world, things) => ({
        ...(await byId(world, things)),
        body: { line: 1, reading: 90, note: `Corrected ${things.mark}` },
      }),
      event: async (world, things) => ({
        ...(await byId(world, things)),
        body: { event: 'reset', at: at(3), final: 120, note: `Reset ${things.mark}` },
      }),
      swap: async (world, things) => ({
        ...(await byId(world, things)),
        body: {
          at: at(3),
          final: 120,
          serial_number: `${things.mark}-${fresh()}`,
          model: things.mark,
          constant_k: 1,
          digits: 6,
          first: 0,
          note: `Swap ${things.mark}`,
        },
      }),
      check: byId,
      importReadings: async (world, things) => ({
        body: {
          proj_code: things.proj_code,
          text: `${(await aMeter(world, things)).serial_number};02/01/2026;12,5`,
        },
      }),
      year: async (world, things) => {
        await aMeter(world, things, 2);
        return { query: { proj_code: things.proj_code, year: '2026' } };
      },
      exportRegister: async (world, things) => ({
        query: { serial_number: (await aMeter(world, things, 1)).serial_number, period: '2026-01' },
      }),
      addPhoto: async (world, things) => ({
        params: { id: (await aMeter(world, things)).id },
        ...photo(things),
      }),
      photo: async (world, things) => ({ params: await aPhoto(world, things) }),
    },
    meterComparisons: {
      compare: async (world, things) => {
        await aDifference(world, things);
        return { query: { month: '2026-01', codes: things.proj_code } };
      },
      detail: async (world, things) => ({
        params: { id: (await aDifference(world, things)).id },
        query: { month: '2026-01' },
      }),
      differences: async (world, things) => {
        await aDifference(world, things);
        return {};
      },
      exportComparisons: async (world, things) => {
        await aDifference(world, things);
        return { query: { month: '2026-01', codes: things.proj_code } };
      },
      importEnergies: async (world, things) => ({
        body: {
          proj_code: things.proj_code,
          text: `${(await aMeter(world, things)).serial_number};01/2026;12,5`,
        },
      }),
    },
  },
  slots: {
    [`${M}.list proj_code`]: { ...plant, status: 200 },
    [`${M}.create serial_number`]: NEW,
    [`${M}.create device_id`]: deviceNumber,
    [`${M}.update device_id`]: deviceNumber,
    [`${M}.update id`]: made_serial,
    [`${M}.remove id`]: made_id,
    [`${M}.get id`]: made_id,
    [`${M}.bySerial serial_number`]: made_serial,
    [`${M}.powerBySerial serial_number`]: made_serial,
    [`${M}.sections id`]: made_id,
    ...Object.fromEntries(
      ['lines', 'read', 'correct', 'event', 'swap', 'check', 'addPhoto', 'photo'].map((name) => [
        `${R}.${name} id`,
        made_id,
      ]),
    ),
    [`${R}.photo photo_id`]: made_id,
    [`${R}.addPhoto size`]: NONE,
    [`${R}.addPhoto client_key`]: NONE,
    [`${C}.detail id`]: made_id,
    [`${C}.compare codes`]: plant,
    [`${C}.exportComparisons codes`]: plant,
    [`${R}.swap serial_number`]: NEW,
    [`${R}.exportRegister serial_number`]: made_serial,
  },
  rows: {
    energy_meter: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      section_id: ids.plant_section,
      device_id: ids.device,
      serial_number: mark,
      model: mark,
      constant_k: 40,
      digits: 6,
      role: 'production',
      from_on: DAY,
      note: mark,
      lines: 1,
      last_hash: mark,
      created_by: user_id,
    }),
    energy_meter_reading: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      meter_id: ids.energy_meter,
      plant_id: ids.plant,
      line: 1,
      kind: 'reading',
      at: NOON,
      reading: 12,
      constant_k: 40,
      source: 'hand',
      note: mark,
      recorded_by: user_id,
      recorded_as: mark,
      recorded_at: NOON,
      hash: mark,
    }),
    energy_meter_statement: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      meter_id: ids.energy_meter,
      plant_id: ids.plant,
      source: 'gse',
      span: 'month',
      starts_on: '2026-01-01',
      kwh: 12,
      imported_by: user_id,
      imported_as: mark,
      imported_at: NOON,
    }),
    energy_meter_difference: ({ company_id, ids }) => ({
      company_id,
      meter_id: ids.energy_meter,
      plant_id: ids.plant,
      month: '2026-01-01',
      side: 'gse',
      own_kwh: 12,
      other_kwh: 13,
      threshold_pct: 3,
      found_at: NOON,
    }),
  },
};
