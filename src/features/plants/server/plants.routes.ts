import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { plantsCalls } from '../plants.contract.ts';
import { archivePlant, listArchive, restorePlant } from './archive.service.ts';
import { findDevice, listDevices } from './devices.repository.ts';
import { listPlants } from './plants.repository.ts';
import { addVariables, changePlant, createDevice, createPlant, getPlant } from './plants.service.ts';

export function plantsHandlers({
  pool,
  now,
}: {
  pool: pg.Pool;
  now: () => Date;
}): Handlers<typeof plantsCalls> {
  return {
    list: ({ scope }) => inScope(pool, scope, listPlants, 'read only'),
    create: ({ scope, body }) => inScope(pool, scope, (tx) => createPlant(tx, body)),
    update: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changePlant(tx, params.proj_code, body)),
    listArchived: ({ scope }) => inScope(pool, scope, listArchive, 'read only'),
    async archive({ scope, params, body }) {
      const { version } = body;
      await inScope(pool, scope, (tx) => archivePlant(tx, params.proj_code, { version, now: now() }));
      return {};
    },
    restore: ({ scope, params }) => inScope(pool, scope, (tx) => restorePlant(tx, params.proj_code)),
    listDevices: ({ scope, query }) =>
      inScope(
        pool,
        scope,
        async (tx) => {
          if (query.proj_code) await getPlant(tx, query.proj_code);
          return listDevices(tx, query.proj_code);
        },
        'read only',
      ),
    getDevice: ({ scope, params }) =>
      inScope(pool, scope, async (tx) => (await findDevice(tx, params.id)) ?? notFound(), 'read only'),
    createDevice: ({ scope, body }) => inScope(pool, scope, (tx) => createDevice(tx, body)),
    addVariables: ({ scope, body }) =>
      inScope(pool, scope, (tx) => addVariables(tx, body.device_id, body.variables)),
    devicesName: ({ scope, query }) =>
      inScope(
        pool,
        scope,
        async (tx) => {
          await getPlant(tx, query.proj_code);
          const found = await listDevices(tx, query.proj_code);
          return found.map(({ id, device_id, proj_code, short_name }) => ({
            id,
            device_id,
            proj_code,
            short_name,
          }));
        },
        'read only',
      ),
  };
}
