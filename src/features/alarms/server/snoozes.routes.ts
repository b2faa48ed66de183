import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { snoozesCalls } from '../snoozes.contract.ts';
import { findPlantId } from './alarms.repository.ts';
import { listSnoozes } from './snoozes.repository.ts';
import { endSnoozeEarly, presentSnooze, snoozePlant } from './snoozes.service.ts';

/** Calls by which the alarms of a plant are snoozed. */
export const snoozesHandlers: Handlers<typeof snoozesCalls> = {
  async snooze({ tx, params, body, now }) {
    const snooze = await snoozePlant(tx, params.proj_code, body, now);
    return { detail: 'Alarm snoozed successfully', snooze };
  },
  async listSnoozes({ tx, query, now }) {
    const { proj_code, state } = query;
    const plant_id = proj_code === undefined ? undefined : ((await findPlantId(tx, proj_code)) ?? notFound());
    const { count, rows } = await listSnoozes(tx, { state, plant_id, now }, query);
    return { count, results: rows.map(presentSnooze) };
  },
  endSnooze: ({ tx, params, now }) => endSnoozeEarly(tx, params.id, now),
};
