import { publicReach } from '../../../../shared/server/endpoints/public-reach.ts';
import type { Running, WorkerServices } from '../../../../shared/server/feature-work.ts';
import { repeatWork } from '../../../../shared/server/repeated-work.ts';
import { type CloudKeeperDeps, keepClouds } from './cloud-keeper.ts';

const FIRST_MS = 30_000;
/** Vendors count requests by the minute: a turn of a few homes each minute. */
const EVERY_MS = 60_000;

/** Reads homes from the clouds of manufacturers until it is closed. Two workers that do so at once do no harm. */
export function startCloudKeeper({
  pool,
  log,
  now,
  config,
  writer,
}: WorkerServices & Pick<CloudKeeperDeps, 'writer'>): Running {
  const reach = publicReach(config.outboundAllow);
  const deps = { pool, log, writer, reach, settings: config.clouds, now: () => now() };
  const failed = (err: unknown) =>
    log.warn({ err }, 'homes could not be read from a cloud; they are tried again');
  return repeatWork((isClosed) => keepClouds(deps, isClosed), {
    first_ms: FIRST_MS,
    every_ms: EVERY_MS,
    failed,
  });
}
