import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { snoozesCalls } from '../snoozes.contract.ts';
import { findPlantId } from './alarms.repository.ts';
import type { AlarmsDeps } from './alarms.routes.ts';
import { listSnoozes } from './snoozes.repository.ts';
import { endSnoozeEarly, presentSnooze, snoozePlant } from './snoozes.service.ts';

export function snoozesHandlers({ pool, now }: AlarmsDeps): Handlers<typeof snoozesCalls> {
  return {
    async snooze({ scope, params, body }) {
      const snooze = await inScope(pool, scope, (tx) => snoozePlant(tx, params.proj_code, body, now()));
      return { detail: 'Alarm snoozed successfully', snooze };
    },
    async listSnoozes({ scope, query, request }) {
      const { proj_code, state } = query;
      const { count, rows } = await inScope(
        pool,
        scope,
        async (tx) => {
          const plant_id =
            proj_code === undefined ? undefined : ((await findPlantId(tx, proj_code)) ?? notFound());
          return listSnoozes(tx, { state, plant_id, now: now() }, query);
        },
        'read only',
      );
      return { count, ...neighbours(request.url, query, count), results: rows.map(presentSnooze) };
    },
    async endSnooze({ scope, params }) {
      await inScope(pool, scope, (tx) => endSnoozeEarly(tx, params.id, now()));
      return undefined;
    },
  };
}
