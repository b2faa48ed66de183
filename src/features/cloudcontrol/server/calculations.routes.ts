import type { Handlers } from '../../../shared/server/http/mount.ts';
import { readChoosable } from '../../measurements/server/slot-readings.public.ts';
import { checkChange } from '../../plants/server/calculations.public.ts';
import type { calculationsCalls } from '../calculations.contract.ts';
import { watchCalculated } from './calc-counted.ts';
import { changeGroup, createGroup, removeGroup } from './calc-groups.service.ts';
import { listChoices } from './calc-places.repository.ts';
import { previewOf } from './calc-preview.ts';
import { getGroup, getPast, listGroups } from './calc-shown.ts';

/** Calls of calculation groups; what is counted on from now on is watched by the clock. */
export function calculationsHandlers({ now }: { now: () => Date }): Handlers<typeof calculationsCalls> {
  checkChange(watchCalculated(() => now().getTime()));
  return {
    list: ({ tx, now }) => listGroups(tx, now.getTime()),
    get: ({ tx, params, now }) => getGroup(tx, params.id, now.getTime()),
    past: ({ tx, params }) => getPast(tx, params.id),
    create: ({ tx, body, now }) => createGroup(tx, body, now.getTime()),
    update: ({ tx, params, body, now }) => changeGroup(tx, params.id, body, now.getTime()),
    remove: ({ tx, params }) => removeGroup(tx, params.id),
    preview: ({ tx, body, now }) => previewOf(tx, body, now.getTime()),
    choices: async ({ tx }) => ({ tree: await readChoosable(tx), ...(await listChoices(tx)) }),
  };
}
