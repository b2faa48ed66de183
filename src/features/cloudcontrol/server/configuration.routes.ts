import { setTimeout as pause } from 'node:timers/promises';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { configurationCalls } from '../configuration.contract.ts';
import { getDetails } from './details.ts';
import { getDashboard, getParameters, loadTree } from './home.ts';
import { listDeviceLines, seesNamed } from './lists.repository.ts';

export const configurationHandlers: Handlers<typeof configurationCalls> = {
  dashboard: ({ tx, now }) => getDashboard(tx, now),
  async deviceData({ tx, query: { page, page_size, ...filter }, now }) {
    if (!(await seesNamed(tx, filter))) notFound();
    const { count, rows } = await listDeviceLines(tx, filter, { page, page_size, now });
    return { count, results: rows };
  },
  definedParameters: ({ tx }) => getParameters(tx),
  loadDevices: ({ tx, query, now }) => loadTree(tx, query.proj_code, now),
  deviceDetails: ({ tx, params, now }) => getDetails(tx, params.id, now),
  async sleepTest({ query }) {
    await pause(query.seconds * 1000);
    return { slept_s: query.seconds };
  },
};
