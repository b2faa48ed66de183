import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightPointsCalls } from '../light-points.contract.ts';
import { changeLight, presentLights, readLight } from './light-points.service.ts';

/** Calls about light points. */
export const lightPointsHandlers: Handlers<typeof lightPointsCalls> = {
  list: ({ tx, query, now }) => presentLights(tx, query, now),
  get: ({ tx, params }) => readLight(tx, params.id),
  change: ({ tx, params, body, now }) => changeLight(tx, { ...params, ...body }, now),
};
