import { lockLiveFigures } from '../../../shared/server/live/live.repository.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { WatchedPlant } from '../evidence.model.ts';
import { AlarmJudge, changesBetween, flagsOf } from '../judge.model.ts';
import {
  changeParams,
  closeAlarms,
  endSnooze,
  listFlags,
  listOpenAlarms,
  listWatchedPlants,
  openAlarm,
  type PlantFlags,
  saveFlags,
} from './keeper.repository.ts';

/** One company's alarms between two looks; thrown away whole when a look fails. */
export class CompanyAlarms {
  #judge: AlarmJudge | undefined;

  /** Looks at the company's readings, opens and closes alarms, and tells the browsers. */
  async look(tx: Tx, now: number): Promise<void> {
    const [plants, stored] = await Promise.all([listWatchedPlants(tx), listOpenAlarms(tx)]);
    this.#judge ??= new AlarmJudge(stored, now);
    const at = new Date(now);
    const { opened, closed, changed } = changesBetween(stored, this.#judge.judge(plants, now));
    for (const alarm of opened) await openAlarm(tx, alarm, at);
    const ended = closed.map((alarm) => alarm.id);
    if (ended.length > 0) await closeAlarms(tx, ended, at);
    for (const { id, params } of changed) await changeParams(tx, id, params);
    await tell(tx, plants, 'alarms', [...opened, ...closed, ...changed]);
    await tell(tx, plants, 'plants', await this.#raiseFlags(tx, at));
  }

  /** Brings the cards' conditions in line with the open alarms; answers the plants that changed. */
  async #raiseFlags(tx: Tx, now: Date): Promise<PlantFlags[]> {
    const before = await listFlags(tx);
    const changed = before.flatMap((was) => {
      const flags = { plant_id: was.plant_id, ...flagsOf(was.codes) };
      const same =
        flags.error === was.error && flags.warning === was.warning && flags.string_w === was.string_w;
      return same ? [] : [{ was, flags }];
    });
    if (changed.length === 0) return [];
    await lockLiveFigures(tx);
    await saveFlags(
      tx,
      changed.map(({ flags }) => flags),
    );
    // A snooze ends at once when a warning becomes an error. // spec §4: Snoozed
    const worse = changed.filter(
      ({ was, flags }) => flags.error && !was.error && (was.warning || was.string_w),
    );
    if (worse.length > 0) {
      await endSnooze(
        tx,
        worse.map(({ was }) => was.plant_id),
        now,
      );
    }
    return changed.map(({ flags }) => flags);
  }
}

async function tell(
  tx: Tx,
  plants: readonly WatchedPlant[],
  kind: 'alarms' | 'plants',
  changed: readonly { plant_id: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = new Set(changed.map((c) => c.plant_id));
  const codes = plants.filter((p) => ids.has(p.plant_id)).map((p) => p.proj_code);
  await notifyLive(tx, { company_id: tx.scope.company_id, kind, codes });
}
