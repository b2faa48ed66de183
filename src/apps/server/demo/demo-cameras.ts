import type pg from 'pg';
import { type CameraServer, STREAMS, startCameraServer } from '../../../../simulators/camera-server.ts';
import { PICTURE_PATH } from '../../../features/cameras/cameras.model.ts';
import { listServers } from '../../../features/cameras/server/camera-servers.repository.ts';
import {
  CAMERA_KEY,
  changeServer,
  createServer,
} from '../../../features/cameras/server/camera-servers.service.ts';
import { createCamera, presentCameras } from '../../../features/cameras/server/cameras.service.ts';
import type { Config } from '../../../shared/server/config.ts';
import { deriveKey } from '../../../shared/server/secret-key.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { findDemoState, saveDemoState } from './demo.repository.ts';

const PLANT = 'AUR-001';
const WALL = [
  ['Ingresso nord', STREAMS.jpeg],
  ['Viale centrale', STREAMS.mjpeg],
  ['Cabina di consegna', STREAMS.basic],
  ['Termica campo A', STREAMS.digest],
  ['Termica campo B', STREAMS.slow],
  ['Perimetro sud', STREAMS.second],
] as const;
const THERMAL: readonly number[] = [STREAMS.digest, STREAMS.slow];

/** Known to everybody who reads this: it opens a simulator on loopback. */
const viewer = { username: 'meridiana', password: 'simulated' };

/** The cameras of the demonstration's first plant. */
export const startDemoCameras = (): Promise<CameraServer> => startCameraServer({ viewer });

async function hangWall(tx: Tx): Promise<void> {
  for (const [name, stream] of WALL)
    await createCamera(tx, { proj_code: PLANT, name, stream, is_thermal_camera: THERMAL.includes(stream) });
}

/** Adds the cameras at the first start; afterwards points to where they stand now what still leads to this machine. */
export async function installDemoCameras(
  pool: pg.Pool,
  scope: Scope,
  { port, secretKey }: { port: number; secretKey: Config['secretKey'] },
): Promise<void> {
  const key = deriveKey(secretKey, CAMERA_KEY);
  const reached = {
    url_plant: 'http://127.0.0.1',
    port,
    is_https: false,
    picture_path: PICTURE_PATH,
    ...viewer,
  };
  const state = await findDemoState(pool);
  await inScope(pool, scope, async (tx) => {
    const [server] = (await listServers(tx, null)).filter(({ proj_code }) => proj_code === PLANT);
    if (server?.url_plant === reached.url_plant && server.port !== port)
      await changeServer(tx, key, { proj_code: PLANT, change: reached });
    if (server || state?.watched) return;
    await createServer(tx, key, { proj_code: PLANT, ...reached });
    const { cameras } = await presentCameras(tx, { proj_code: PLANT });
    if (cameras.length === 0) await hangWall(tx);
  });
  if (state && !state.watched) await saveDemoState(pool, { ...state, watched: true });
}
