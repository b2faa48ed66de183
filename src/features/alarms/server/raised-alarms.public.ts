import { isDeepStrictEqual } from 'node:util';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RaisedCode } from '../../notifications/alarm-codes.model.ts';
import type { Evidence } from '../alarms.contract.ts';
import type { AlarmParams } from '../evaluation/active-alarm.model.ts';
import { type CloseReason, closeAlarms } from './alarm-events.repository.ts';
import { lockAlarmRows, type NewAlarm } from './alarm-rows.repository.ts';
import { open } from './evaluation-result.service.ts';
import { changeRaised, listRaisedFor } from './raised-alarms.repository.ts';
import { lockSnoozedPlants } from './snooze-state.repository.ts';

/** What an area found that stands now, of one of its records. */
export interface RaisedAlarm {
  readonly plant_id: number;
  readonly proj_code: string;
  /** Of the area: what it is about. */
  readonly record: number;
  /** What of the record: one alarm of each is open. */
  readonly what: string;
  readonly began_at: number;
  readonly params: AlarmParams;
  readonly evidence: Evidence;
}

/** Some records of an area, and all that stands of them. */
export interface StandingOf {
  readonly code: RaisedCode;
  readonly records: readonly number[];
  readonly standing: readonly RaisedAlarm[];
  /** Why the others close, where they are not over by themselves. */
  readonly reason?: CloseReason;
}

const raisedFor = ({ record, what }: Pick<RaisedAlarm, 'record' | 'what'>): string => `${record}:${what}`;

const opening = (code: RaisedCode, alarm: RaisedAlarm): NewAlarm => ({
  plant_id: alarm.plant_id,
  device_id: null,
  port_id: null,
  code,
  raised_for: raisedFor(alarm),
  params: alarm.params,
  began_at: alarm.began_at,
  evidence: alarm.evidence,
  cause: null,
});

/**
 * Makes the open alarms of some records those that stand: the others of the same records close. Whoever has done it already
 * changes nothing; evaluation leaves these alarms alone, and shows them on the plant's card.
 */
export async function keepRaised(
  tx: Tx,
  { code, records, standing, reason }: StandingOf,
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  const before = await listRaisedFor(tx, code, records.map(String));
  const known = new Map(before.map((one) => [one.raised_for, one]));
  const wanted = new Map(standing.map((one) => [raisedFor(one), one]));
  const opened = standing.filter((one) => !known.has(raisedFor(one)));
  const closed = before.filter((one) => !wanted.has(one.raised_for));
  const changed = before.flatMap(({ id, raised_for, params, proj_code }) => {
    const now_is = wanted.get(raised_for);
    return !now_is || isDeepStrictEqual(now_is.params, params)
      ? []
      : [{ id, proj_code, params: now_is.params, evidence: now_is.evidence }];
  });
  if (opened.length + closed.length + changed.length === 0) return;
  const snoozed = new Set(await lockSnoozedPlants(tx, now));
  const alarms = opened.map((one) => opening(code, one));
  await lockAlarmRows(tx, { ids: [...closed, ...changed].map(({ id }) => id), opening: alarms, now });
  await closeAlarms(
    tx,
    closed.map(({ id }) => ({ id, reason: reason ?? null })),
    now,
  );
  await open(tx, alarms, { snoozed, now });
  await changeRaised(tx, changed);
  const codes = [...new Set([...opened, ...closed, ...changed].map(({ proj_code }) => proj_code))];
  await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'alarms', codes });
}
