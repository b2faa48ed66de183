import type { Alarm } from '../../alarms.contract.ts';
import { type AlarmLook, lookOf } from '../../alarms.model.ts';
import type { AlarmsSearch } from './alarms-list.ts';

/** The open alarms of one plant. */
export interface PlantAlarms {
  /** What a list knows a row by: a plant may stand below a storm and by itself. */
  id: string;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  snoozed_until: string | null;
  snooze_kind: Alarm['snooze_kind'];
  errors: number;
  /** Those of strings apart, which the plant's own state tells from the others. */
  warnings: number;
  strings: number;
  /** Of them, those that nobody has acknowledged. */
  unacknowledged: number;
  /** When the oldest of them began, and the newest. */
  oldest: string;
  newest: string;
  alarms: Alarm[];
  /** Plants that were lost together, which stand as one row; null for a plant. */
  storm: readonly PlantAlarms[] | null;
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
  const looks = alarms.map(lookOf);
  const count = (look: AlarmLook) => looks.filter((one) => one === look).length;
  return {
    id: proj_code,
    proj_code,
    plant_name,
    time_zone,
    snoozed_until,
    snooze_kind,
    errors: count('alarm'),
    warnings: count('warning'),
    strings: count('string'),
    unacknowledged: alarms.filter(({ acknowledged_at }) => acknowledged_at === null).length,
    oldest: began[0] ?? '',
    newest: began.at(-1) ?? '',
    alarms,
    storm: null,
  };
}

const plantsOf = (alarms: readonly Alarm[]): PlantAlarms[] =>
  [...Map.groupBy(alarms, ({ proj_code }) => proj_code).values()].flatMap((own) => {
    const [first] = own;
    return first ? [plantOf(own, first)] : [];
  });

/** What is loud before what is snoozed, the gravest first, then the newest. */
const gravestFirst = (rows: readonly PlantAlarms[]): PlantAlarms[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.snoozed_until !== null) - Number(b.snoozed_until !== null) ||
      b.errors - a.errors ||
      b.warnings - a.warnings ||
      b.strings - a.strings ||
      Date.parse(b.newest) - Date.parse(a.newest),
  );

/** Alarms counted by plant. */
export const byPlant = (alarms: readonly Alarm[]): PlantAlarms[] => gravestFirst(plantsOf(alarms));

/** By which a plant or its devices were lost. */
const LOST: readonly Alarm['code'][] = ['connection_lost', 'no_data', 'device_silent'];
const MAX_GAP_MS = 10_000;
const MIN_PLANTS = 3;

/** Alarms by which several plants were lost, each within seconds of the one before; each such group apart. */
function stormsOf(alarms: readonly Alarm[]): Alarm[][] {
  const lost = alarms
    .filter(({ code, snoozed_until }) => LOST.includes(code) && snoozed_until === null)
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const groups: Alarm[][] = [];
  for (const alarm of lost) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && Date.parse(alarm.date) - Date.parse(before.date) <= MAX_GAP_MS) last.push(alarm);
    else groups.push([alarm]);
  }
  return groups.filter((group) => new Set(group.map(({ proj_code }) => proj_code)).size >= MIN_PLANTS);
}

/** Alarms counted by plant, where plants that were lost together are one row over them. */
export function byPlantWithStorms(alarms: readonly Alarm[]): PlantAlarms[] {
  const storms = stormsOf(alarms);
  const inStorm = new Set(storms.flat());
  const heads = storms.flatMap((storm) => {
    const [first] = storm;
    if (!first) return [];
    const id = `storm ${first.id}`;
    const plants = byPlant(storm).map((plant) => ({ ...plant, id: `${id} ${plant.proj_code}` }));
    return [{ ...plantOf(storm, first), id, storm: plants }];
  });
  return gravestFirst([...heads, ...plantsOf(alarms.filter((alarm) => !inStorm.has(alarm)))]);
}

/** How many seconds passed from the first to the last; at least one. */
export const secondsOf = ({ oldest, newest }: Pick<PlantAlarms, 'oldest' | 'newest'>): number =>
  Math.max(1, Math.ceil((Date.parse(newest) - Date.parse(oldest)) / 1000));
