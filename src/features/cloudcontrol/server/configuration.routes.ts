import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { configurationCalls } from '../configuration.contract.ts';
import { getDetails } from './details.ts';
import { getDashboard, getParameters, loadTree } from './home.ts';
import { listDeviceLines, seesNamed } from './lists.repository.ts';

export interface ConfigurationDeps {
  pool: pg.Pool;
  now: () => Date;
}

export function configurationHandlers({ pool, now }: ConfigurationDeps): Handlers<typeof configurationCalls> {
  return {
    dashboard: ({ scope }) => inScope(pool, scope, (tx) => getDashboard(tx, now()), 'read only'),
    async deviceData({ scope, query, request }) {
      const { page, page_size, ...filter } = query;
      const context = { page, page_size, now: now() };
      const { count, rows } = await inScope(
        pool,
        scope,
        async (tx) => {
          if (!(await seesNamed(tx, filter))) notFound();
          return listDeviceLines(tx, filter, context);
        },
        'read only',
      );
      return { count, ...neighbours(request.url, query, count), results: rows };
    },
    definedParameters: ({ scope }) => inScope(pool, scope, getParameters, 'read only'),
    loadDevices: ({ scope, query }) =>
      inScope(pool, scope, (tx) => loadTree(tx, query.proj_code, now()), 'read only'),
    deviceDetails: ({ scope, params }) =>
      inScope(pool, scope, (tx) => getDetails(tx, params.id, now()), 'read only'),
    async sleepTest({ query }) {
      await pause(query.seconds * 1000);
      return { slept_s: query.seconds };
    },
  };
}
