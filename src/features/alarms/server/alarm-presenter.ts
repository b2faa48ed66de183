import type { z } from 'zod';
import { notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type Alarm,
  type AlarmDetail,
  type alarmsCalls,
  Evidence,
  type ShownEvidence,
} from '../alarms.contract.ts';
import type { AlarmFilter } from './alarm-filter.repository.ts';
import { alarmMessage, codesMatching } from './alarm-messages.ts';
import { listEvents } from './alarm-work.repository.ts';
import { type AlarmRow, findAlarm, findPlantId, listRelated, seesDevice } from './alarms.repository.ts';
import { findReadingLabels } from './reading-labels.repository.ts';

/** A flapping fault of years has more; what is shown is the newest. */
const EVENTS_SHOWN = 500;
const RELATED_SHOWN = 500;

type AlarmsQuery = Omit<z.output<typeof alarmsCalls.list.query>, 'page' | 'page_size'>;

const booleanOf = (flag: 'true' | 'false' | undefined): boolean | undefined =>
  flag === undefined ? undefined : flag === 'true';

/** Nobody has this id: whoever asks with a key for what is theirs finds nothing. */
const NOBODY_AT_ALL = 0;

function assigneeOf({ scope }: Tx, assigned: AlarmsQuery['assigned']): number | null | undefined {
  if (assigned === 'nobody') return null;
  return assigned === 'me' ? (scope.user_id ?? NOBODY_AT_ALL) : assigned;
}

/** The filter of a question. @throws AppError not_found for a plant or device that the scope does not see */
export async function filterOf(tx: Tx, query: AlarmsQuery): Promise<AlarmFilter> {
  const { proj_code, device_id, closed, assigned, acknowledged, consequences, homes, ...rest } = query;
  if (device_id !== undefined && !(await seesDevice(tx, device_id))) notFound();
  const search = query.search?.trim();
  return {
    ...rest,
    device_id,
    homes: homes === 'true',
    search,
    plant_id: proj_code === undefined ? undefined : ((await findPlantId(tx, proj_code)) ?? notFound()),
    closed: booleanOf(closed),
    assigned_to: assigneeOf(tx, assigned),
    acknowledged: booleanOf(acknowledged),
    consequences: consequences === 'true',
    matching_codes: search ? codesMatching(search) : [],
  };
}

/** An alarm as it is answered, its message in the reader's language. */
export function presentAlarm(alarm: AlarmRow, language: Language): Alarm {
  const { back_since, closes_at, ...row } = alarm;
  return {
    ...row,
    recovering:
      back_since && closes_at
        ? { since: back_since.toISOString(), closes_at: closes_at.toISOString() }
        : null,
    message: alarmMessage(row.code, language, row.params),
    date: row.date.toISOString(),
    opened_at: row.opened_at.toISOString(),
    end_date: row.end_date?.toISOString() ?? null,
    last_at: row.last_at?.toISOString() ?? null,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  };
}

/** Of alarms of before there is none; one that this version cannot read is none either. */
async function presentEvidence(tx: Tx, stored: unknown): Promise<ShownEvidence | null> {
  const { data } = Evidence.safeParse(stored);
  if (!data) return null;
  const wordsOf = await findReadingLabels(tx, data.readings);
  return { ...data, readings: data.readings.map((reading) => ({ ...reading, words: wordsOf(reading) })) };
}

/** One alarm with all that is known of it. @throws AppError not_found */
export async function describeAlarm(tx: Tx, id: number, language: Language): Promise<AlarmDetail> {
  const { alarm, evidence } = (await findAlarm(tx, id)) ?? notFound();
  const [related, events] = await Promise.all([
    listRelated(tx, alarm, RELATED_SHOWN),
    listEvents(tx, id, EVENTS_SHOWN),
  ]);
  const presented = related.map((row) => presentAlarm(row, language));
  return {
    alarm: presentAlarm(alarm, language),
    evidence: await presentEvidence(tx, evidence),
    cause: presented.find((other) => other.id === alarm.cause_id) ?? null,
    consequences: presented.filter((other) => other.cause_id === id),
    history: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}
