import type pg from 'pg';
import { ALARM_TYPE } from '../../../src/features/alarms/alarms.model.ts';
import type { AlarmCode } from '../../../src/features/notifications/alarm-codes.model.ts';
import { notifyLive } from '../../../src/shared/server/live/notice.ts';
import { inScope, type Scope } from '../../../src/shared/server/tenancy.ts';

export interface MadeAlarm {
  plant_id: number;
  device_id?: number;
  code: AlarmCode;
  /** When the fault began. */
  date: Date;
  end_date?: Date;
  cause_id?: number;
  count?: number;
  last_at?: Date;
  params?: object;
  evidence?: object;
}

/** An alarm with its opening (and its end) in the history, as the evaluation writes them. Answers its id. */
export async function makeAlarm(pool: pg.Pool, scope: Scope, alarm: MadeAlarm): Promise<number> {
  const { plant_id, device_id, code, date, end_date, cause_id, count = 1, last_at } = alarm;
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into alarm (company_id, plant_id, device_id, code, type, date, end_date, cause_id, count, last_at, params, evidence,
                          opened_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $6) returning id`,
      [
        scope.company_id,
        plant_id,
        device_id ?? null,
        code,
        ALARM_TYPE[code],
        date,
        end_date ?? null,
        cause_id ?? null,
        count,
        last_at ?? null,
        JSON.stringify(alarm.params ?? {}),
        JSON.stringify(alarm.evidence ?? {}),
      ],
    );
    const id = rows[0]?.id ?? 0;
    await tx.query(`insert into alarm_event (company_id, alarm_id, at, kind) values ($1, $2, $3, 'opened')`, [
      scope.company_id,
      id,
      date,
    ]);
    if (end_date) {
      const lasted = { duration_s: Math.round((end_date.getTime() - date.getTime()) / 1000) };
      await tx.query(
        `insert into alarm_event (company_id, alarm_id, at, kind, detail) values ($1, $2, $3, 'closed', $4)`,
        [scope.company_id, id, end_date, JSON.stringify(lasted)],
      );
    }
    return id;
  });
}

/** Tells the browsers that alarms of these plants opened or closed. */
export const tellOfAlarms = (pool: pg.Pool, scope: Scope, codes: readonly string[]): Promise<void> =>
  notifyLive(pool, { company_id: scope.company_id, kind: 'alarms', codes: [...codes] });

/** Ends one alarm, as the evaluation does when its fault is over. */
export async function endAlarm(pool: pg.Pool, scope: Scope, id: number): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query('update alarm set end_date = now() where company_id = $1 and id = $2', [
      scope.company_id,
      id,
    ]);
    await tx.query(
      `insert into alarm_event (company_id, alarm_id, at, kind) values ($1, $2, now(), 'closed')`,
      [scope.company_id, id],
    );
  });
}
