import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightPointsCalls } from '../light-points.contract.ts';
import { importCensus } from './census.service.ts';
import { censusFile } from './census-answer.ts';
import { changeLight, createLight, presentLights, readLight, removeLight } from './light-points.service.ts';

/** Calls about light points. */
export const lightPointsHandlers: Handlers<typeof lightPointsCalls> = {
  list: ({ tx, query, now }) => presentLights(tx, query, now),
  get: ({ tx, params }) => readLight(tx, params.id),
  create: ({ tx, body, now }) => createLight(tx, body, now),
  change: ({ tx, params, body, now }) => changeLight(tx, { ...params, ...body }, now),
  remove: ({ tx, params }) => removeLight(tx, params.id),
  exportLights: ({ tx, query: { language: wanted, ...asked }, language, now }) =>
    censusFile(tx, { ...asked, language: wanted ?? language }, now),
  importLights: ({ tx, body, now }) => importCensus(tx, body, now),
};
