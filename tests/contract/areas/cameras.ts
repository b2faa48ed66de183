import type { camerasFeature } from '../../../src/features/cameras/cameras.feature.ts';
import { startStillCamera } from '../../support/still-camera.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { fresh, made as madeBy } from '../support/making.ts';
import { NONE } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

const stream = (): number => 1 + Number.parseInt(fresh().slice(0, 7), 16);

/** A new camera of the plant. */
async function aCamera({ test, scope }: World, { plant_id, mark }: Things): Promise<number> {
  // A plant has a few of them at most, and the loops make many.
  await test.arrange(
    `delete from camera c where c.company_id = $1 and c.plant_id = $2 and (
       select count(*) from camera o where o.company_id = $1 and o.plant_id = $2) > 50`,
    [scope.company_id, plant_id],
  );
  const [row] = await test.arrange<{ id: number }>(
    `insert into camera (company_id, plant_id, cam_name, cam_num) values ($1, $2, $3, $4) returning id`,
    [scope.company_id, plant_id, mark, stream()],
  );
  return Number(row?.id);
}

/** What the plant's cameras are reached by: a camera that is there. */
async function aServer({ test, scope }: World, { plant_id }: Things): Promise<void> {
  const { port } = await startStillCamera(scope.company_id);
  await test.arrange(
    `insert into camera_server (company_id, plant_id, url_plant, host, port, is_https, picture_path)
     values ($1, $2, 'http://127.0.0.1', '127.0.0.1', $3, false, '/{cam_num}')
     on conflict (company_id, plant_id) do update set url_plant = excluded.url_plant, host = excluded.host, port = excluded.port,
       is_https = false, picture_path = excluded.picture_path, sealed_credentials = null`,
    [scope.company_id, plant_id, port],
  );
}

const reached = { url_plant: 'http://cameras.example.org', port: 8080, is_https: false };
const made = { made: true } as const;

/** Examples for the loops: cameras. */
export const area: AreaExamples<typeof camerasFeature.calls> = {
  examples: {
    cameras: {
      list: async (world, things) => {
        await aCamera(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      create: (_, { proj_code, mark }) => ({
        body: { proj_code, name: mark, stream: stream(), is_thermal_camera: true },
      }),
      change: async (world, things) => {
        const id = await aCamera(world, things);
        const fields = { cam_name: things.mark, cam_num: stream(), is_thermal_camera: false };
        return { params: { id: String(id) }, body: { id, ...fields, is_active: true } };
      },
      remove: async (world, things) => ({ params: { id: String(await aCamera(world, things)) } }),
      // For a plant of its own: other examples give the world's a server.
      createServer: async (world, { mark }) => {
        const proj_code = `${mark}-${fresh()}`;
        await madeBy(world, 'plants.create', { body: { proj_code, name: `Plant ${mark}` } });
        const handOver = async (user_id: number) => {
          await world.test.arrange(
            `insert into company_user_plant (company_id, user_id, plant_id)
             select company_id, $2, id from plant where company_id = $1 and proj_code = $3`,
            [world.scope.company_id, user_id, proj_code],
          );
        };
        return { body: { ...reached, proj_code, username: mark, password: 'secret' }, handOver };
      },
      changeServer: async (world, things) => {
        await aServer(world, things);
        return { params: { proj_code: things.proj_code }, body: reached };
      },
      removeServer: async (world, things) => {
        await aServer(world, things);
        return { params: { proj_code: things.proj_code } };
      },
      order: async (world, things) => ({ body: { camera_ids: [await aCamera(world, things)] } }),
      proxyImg: async (world, things) => {
        await aServer(world, things);
        return { query: { id: String(await aCamera(world, things)) } };
      },
    },
  },
  slots: {
    // Where a server stands.
    url_plant: NONE,
    'cameras.change id': made,
    'cameras.remove id': made,
    'cameras.order camera_ids': made,
    'cameras.proxyImg id': made,
  },
  rows: {
    camera_server: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      url_plant: `http://${mark}.example`,
      host: `${mark}.example`,
      port: 80,
      is_https: false,
      picture_path: `/${mark}`,
      sealed_credentials: Buffer.from(mark),
    }),
    camera_server_resolved: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      endpoint: mark,
    }),
    camera: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      cam_name: mark,
      cam_num: 7,
    }),
    camera_order: ({ company_id, user_id, ids }) => ({ company_id, user_id, camera_ids: [ids.camera] }),
  },
};
