import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { readChoosable } from '../../measurements/server/slot-readings.public.ts';
import { checkChange } from '../../plants/server/calculations.public.ts';
import type { calculationsCalls } from '../calculations.contract.ts';
import { watchCalculated } from './calc-counted.ts';
import { changeGroup, createGroup, removeGroup } from './calc-groups.service.ts';
import { listChoices } from './calc-places.repository.ts';
import { previewOf } from './calc-preview.ts';
import { getGroup, getPast, listGroups } from './calc-shown.ts';

interface Deps {
  pool: pg.Pool;
  now: () => Date;
}

/** Every call of calculation groups. */
export function calculationsHandlers({ pool, now }: Deps): Handlers<typeof calculationsCalls> {
  const time = () => now().getTime();
  checkChange(watchCalculated(time));
  return {
    list: ({ scope }) => inScope(pool, scope, (tx) => listGroups(tx, time()), 'read only'),
    get: ({ scope, params }) => inScope(pool, scope, (tx) => getGroup(tx, params.id, time()), 'read only'),
    past: ({ scope, params }) => inScope(pool, scope, (tx) => getPast(tx, params.id), 'read only'),
    create: ({ scope, body }) => inScope(pool, scope, (tx) => createGroup(tx, body, time())),
    update: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeGroup(tx, params.id, body, time())),
    async remove({ scope, params }) {
      await inScope(pool, scope, (tx) => removeGroup(tx, params.id));
      return undefined;
    },
    preview: ({ scope, body }) => inScope(pool, scope, (tx) => previewOf(tx, body, time()), 'read only'),
    choices: ({ scope }) =>
      inScope(
        pool,
        scope,
        async (tx) => ({ tree: await readChoosable(tx), ...(await listChoices(tx)) }),
        'read only',
      ),
  };
}
