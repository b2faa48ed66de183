import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { companiesCalls } from '../companies.contract.ts';
import { listKeys } from './keys.repository.ts';
import { createKey, endKey } from './keys.service.ts';

type KeyCalls = 'listKeys' | 'createKey' | 'revokeKey';

export function keysHandlers({ pool }: { pool: pg.Pool }): Pick<Handlers<typeof companiesCalls>, KeyCalls> {
  return {
    listKeys: ({ scope }) => inScope(pool, scope, listKeys, 'read only'),
    createKey: ({ scope, body }) => inScope(pool, scope, (tx) => createKey(tx, body)),
    async revokeKey({ scope, params }) {
      await inScope(pool, scope, (tx) => endKey(tx, params.id));
      return undefined;
    },
  };
}
