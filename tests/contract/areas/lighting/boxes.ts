import { SIX_LINES } from '../../../../src/features/lighting/io-profile.model.ts';
import type { lightingFeature } from '../../../../src/features/lighting/lighting.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { DAY } from '../../support/canary-ground.ts';
import { fresh, made as madeBy } from '../../support/making.ts';
import { NOWHERE } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';
import { aBox, aClaimedDevice, aControlledBox, aController, aLight } from './making.ts';

async function aLine(world: World): Promise<number> {
  const { id } = await aBox(world);
  const [row] = await world.test.arrange<{ id: number }>(
    'select id from power_line where company_id = $1 and box_id = $2 and line = 2',
    [world.scope.company_id, id],
  );
  return Number(row?.id);
}

const ofBox = async (world: World, things: Things) => ({
  query: { box_id: String((await aControlledBox(world, things)).id) },
});
const switched = async (world: World, things: Things) => {
  const { serial, reg_number } = await aControlledBox(world, things);
  return { serial, reg_number };
};

/** A claim of a box by a device of its own. The loops claim more than a person may get wrong in an hour. */
async function aClaim(world: World, things: Things) {
  await world.test.arrange(`update box_claim set state = 'silent', ended_at = now() where company_id = $1`, [
    world.scope.company_id,
  ]);
  const device_id = await aController(world, things);
  return {
    device_id,
    serial: `S${fresh()}`,
    reg_number: `R${fresh()}`,
    code: '123456',
    profile: SIX_LINES,
  };
}

/** A command that waits for a second person. */
async function aWaiting(world: World, things: Things): Promise<number> {
  const { id } = await aControlledBox(world, things);
  const [row] = await world.test.arrange<{ id: number }>(
    `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, state, expires_at)
     values ($1, $2, '{1}', false, $3, 'person', $4, 'proposed', now() + interval '1 day') returning id`,
    [world.scope.company_id, id, fresh(), NOWHERE],
  );
  return Number(row?.id);
}

/** Boxes, how they come to a company, and what they are told to do. */
export const boxes = {
  examples: {
    lightingBoxes: {
      list: async (world) => {
        const { municipality_id, serial } = await aBox(world);
        return { query: { comune_id: String(municipality_id), search: serial } };
      },
      get: async (world) => ({ params: { id: String((await aBox(world)).id) } }),
      map: async (world) => ({ query: { comune_id: String((await aBox(world)).municipality_id) } }),
      mapLights: async (world) => {
        const comune_id = String((await aLight(world)).municipality_id);
        return { query: { south: '44', west: '8', north: '46', east: '12', comune_id } };
      },
      change: async (world, { mark }) => ({
        params: { id: String((await aBox(world)).id) },
        body: {
          name: mark,
          pod: 'IT001E00000001',
          supply_code: '7',
          latitude: 45,
          longitude: 9,
          enabled: true,
          auto_mode: true,
          turn_on_auto: false,
          turn_on_date: '18:00',
          turn_off_auto: null,
          turn_off_date: null,
          work_until: null,
          work_message: mark,
        },
      }),
      status: async (world, things) => ({
        query: { ...(await ofBox(world, things)).query, digital_inputs: 'true' as const },
      }),
      assign: async (world) => {
        const { id, municipality_id } = await aBox(world);
        return { query: { municipality: String(municipality_id) }, body: { boxes: [id] } };
      },
      powerLines: async (world) => ({ query: { box_id: String((await aBox(world)).id) } }),
      powerLine: async (world) => ({ params: { id: String(await aLine(world)) } }),
      addPowerLine: async (world, { mark }) => {
        const { id: box_id } = await aBox(world);
        await world.test.arrange(
          'delete from power_line where company_id = $1 and box_id = $2 and line = 6',
          [world.scope.company_id, box_id],
        );
        return { body: { box_id, line: 6, name: mark, enabled: true, load_nominal_kw: 2 } };
      },
      removePowerLine: async (world) => {
        const id = await aLine(world);
        await world.test.arrange('update power_line set enabled = false where company_id = $1 and id = $2', [
          world.scope.company_id,
          id,
        ]);
        return { params: { id: String(id) } };
      },
      changePowerLine: async (world, { mark }) => ({
        params: { id: String(await aLine(world)) },
        body: { name: mark, enabled: true, load_nominal_kw: 2.5 },
      }),
      devices: ofBox,
      powerComputed: ofBox,
      resultData: async (world, things) => ({
        query: {
          ...(await ofBox(world, things)).query,
          start: `${DAY}T00:00:00Z`,
          end: `${DAY}T06:00:00Z`,
          resolution: 'hour' as const,
        },
      }),
    },
    lightingClaims: {
      registerMaps: async (world, things) => {
        await aControlledBox(world, things);
        return {};
      },
      claim: async (world, things) => ({ body: await aClaim(world, things) }),
      get: async (world, things) => {
        const { id } = await madeBy(world, 'lightingClaims.claim', { body: await aClaim(world, things) });
        return { params: { id: String(id) } };
      },
    },
    lightingControllers: {
      controller: ofBox,
      setController: async (world, things) => ({
        body: {
          box_id: (await aBox(world)).id,
          device_id: await aClaimedDevice(world, things),
          profile: SIX_LINES,
          poll_s: 30,
        },
      }),
      multiupdate: async (world, things) => ({
        body: {
          updates: [{ box_id: (await aControlledBox(world, things)).id, lines: [1, 2], on: true }],
          reason: 'Trial',
          until: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
      status: ofBox,
      switchByGet: async (world, things) => ({ query: { ...(await switched(world, things)), on: 'true' } }),
      switchBox: async (world, things) => ({
        body: { ...(await switched(world, things)), on: false, lines: [1], reason: 'Trial' },
      }),
      commands: async (world, things) => {
        const { id, serial, reg_number } = await aControlledBox(world, things);
        await madeBy(world, 'lightingControllers.switchBox', { body: { serial, reg_number, on: true } });
        return { query: { box_id: String(id), open: 'true' as const, state: 'queued' as const } };
      },
      decide: async (world, things) => ({
        params: { id: String(await aWaiting(world, things)) },
        body: { accept: true },
      }),
      batches: async (world, things) => {
        await aWaiting(world, things);
        return {};
      },
      decideBatch: async (world, things) => ({
        params: { id: String(await aWaiting(world, things)) },
        body: { accept: false, commands: 1 },
      }),
    },
  },
} satisfies Pick<
  AreaPart<typeof lightingFeature.calls, 'lightingBoxes' | 'lightingClaims' | 'lightingControllers'>,
  'examples'
>;
