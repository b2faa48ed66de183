import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { bulkCalls } from '../bulk.contract.ts';
import { addDevices } from './bulk.service.ts';

export function bulkHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof bulkCalls> {
  return {
    addDevices: ({ scope, body }) => inScope(pool, scope, (tx) => addDevices(tx, body)),
  };
}
