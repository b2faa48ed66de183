import type { Alarm } from '../../alarms.contract.ts';
import type { AlarmsSearch } from './alarms-list.ts';

/** The open alarms of one plant. */
export interface PlantAlarms {
  /** The plant's code: what a list knows a row by. */
  id: string;
  plant_name: string;
  time_zone: string;
  snoozed_until: string | null;
  snooze_kind: Alarm['snooze_kind'];
  errors: number;
  warnings: number;
  /** Of them, those that nobody has acknowledged. */
  unacknowledged: number;
  /** When the oldest of them began, and the newest. */
  oldest: string;
  newest: string;
  alarms: Alarm[];
}

type AlarmCriteria = Pick<AlarmsSearch, 'plant' | 'device' | 'type' | 'code' | 'assigned' | 'acknowledged'>;

/** Whether an alarm is one of those that an address asks for; words and days are not looked at. */
export function matchesCriteria(alarm: Alarm, criteria: AlarmCriteria, me: number): boolean {
  const { plant, device, type, code, assigned, acknowledged } = criteria;
  const whose = assigned === 'me' ? me : assigned === 'nobody' ? null : Number(assigned);
  return (
    (plant === undefined || alarm.proj_code === plant) &&
    (device === undefined || alarm.device_id === Number(device)) &&
    (type === undefined || alarm.type === type) &&
    (code === undefined || alarm.code === code) &&
    (assigned === undefined || (alarm.assigned_to?.id ?? null) === whose) &&
    (acknowledged === undefined || (alarm.acknowledged_at !== null) === (acknowledged === 'true'))
  );
}

function plantOf(alarms: Alarm[], first: Alarm): PlantAlarms {
  const { proj_code, plant_name, time_zone, snoozed_until, snooze_kind } = first;
  const began = alarms.map(({ date }) => date).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const errors = alarms.filter(({ type }) => type === 'E').length;
  return {
    id: proj_code,
    plant_name,
    time_zone,
    snoozed_until,
    snooze_kind,
    errors,
    warnings: alarms.length - errors,
    unacknowledged: alarms.filter(({ acknowledged_at }) => acknowledged_at === null).length,
    oldest: began[0] ?? '',
    newest: began.at(-1) ?? '',
    alarms,
  };
}

/** Alarms counted by plant: what is loud before what is snoozed, the gravest first, then the newest. */
export function byPlant(alarms: readonly Alarm[]): PlantAlarms[] {
  const plants = [...Map.groupBy(alarms, ({ proj_code }) => proj_code).values()].flatMap((own) => {
    const [first] = own;
    return first ? [plantOf(own, first)] : [];
  });
  return plants.sort(
    (a, b) =>
      Number(a.snoozed_until !== null) - Number(b.snoozed_until !== null) ||
      b.errors - a.errors ||
      b.warnings - a.warnings ||
      Date.parse(b.newest) - Date.parse(a.newest),
  );
}
