import type { In } from '../../../shared/contract/call.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, localDay } from '../../../shared/units/zones.ts';
import { BOX_STATES } from '../box-states.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { illPubCalls, LightingPlant } from '../ill-pub.contract.ts';
import { ZONE } from '../lighting.model.ts';
import type { LightingAlarm } from '../lighting-fields.contract.ts';
import { countStates } from './boxes.repository.ts';
import { iso, isoOrNull } from './iso.ts';
import { countKinds } from './light-points.repository.ts';
import { type AlarmRow, pageOfAlarms } from './lighting-alarms.repository.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import { countOpen } from './plants.repository.ts';
import { sumUsed } from './used-energy.repository.ts';

type Calls = typeof illPubCalls;

/** From the first of the month until now, and the same stretch a year ago; on 29 February that ends with the 28th. */
export function monthsOf(now: Date): readonly (readonly [start: Date, end: Date])[] {
  const [year = 0, month = 1, day = 1] = localDay(ZONE, now.getTime()).day.split('-').map(Number);
  const startOf = (of: number) =>
    dayBorders(ZONE, new Date(Date.UTC(of, month - 1, 1)).toISOString().slice(0, 10)).start;
  const lastDay = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  const there = new Date(Date.UTC(year - 1, month - 1, Math.min(day, lastDay))).toISOString().slice(0, 10);
  const sinceMidnight = now.getTime() - localDay(ZONE, now.getTime()).start;
  return [
    [new Date(startOf(year)), now],
    [new Date(startOf(year - 1)), new Date(dayBorders(ZONE, there).start + sinceMidnight)],
  ];
}

/** Every installation with its states, faults and energy. */
export async function presentPlants(tx: Tx, now: Date): Promise<LightingPlant[]> {
  const states = Map.groupBy(await countStates(tx, now), ({ municipality_id }) => municipality_id);
  const open = new Map((await countOpen(tx, now)).map((row) => [row.municipality_id, row]));
  const used = await Promise.all(
    monthsOf(now).map(async ([start, end]) => {
      const rows = await sumUsed(tx, { start, end, time_zone: ZONE });
      return new Map(rows.map((row) => [row.municipality_id, row]));
    }),
  );
  return (await listMunicipalities(tx, null)).map((one) => {
    const of = new Map((states.get(one.id) ?? []).map(({ state, count }) => [state, count]));
    const counts = Object.fromEntries(BOX_STATES.map((state) => [state, of.get(state) ?? 0]));
    const [month, year] = used.map((rows) => rows.get(one.id));
    return {
      ...one,
      lights: open.get(one.id)?.lights ?? 0,
      states: counts as LightingPlant['states'],
      open_alarms: open.get(one.id)?.alarms ?? 0,
      open_reports: open.get(one.id)?.reports ?? 0,
      month_kwh: month?.kwh ?? null,
      last_year_kwh: year?.kwh ?? null,
      month_eur: month?.eur ?? null,
      last_year_eur: year?.eur ?? null,
    };
  });
}

/** How many light points there are, by kind and by what they do. */
export async function lightsOverview(tx: Tx, id: number): Promise<In<Calls['lightsOverview']['ok']>> {
  const kinds = await countKinds(tx, id);
  const sum = (of: 'count' | 'lit' | 'dark' | 'unknown' | 'reported') =>
    kinds.reduce((total, row) => total + row[of], 0);
  const known = kinds.flatMap(({ power_kw }) => power_kw ?? []);
  return {
    ...{
      count: sum('count'),
      lit: sum('lit'),
      dark: sum('dark'),
      unknown: sum('unknown'),
      reported: sum('reported'),
    },
    power_kw: known.length > 0 ? known.reduce((a, b) => a + b, 0) : null,
    kinds: kinds.map(({ lamp_kind, count, power_kw }) => ({ lamp_kind, count, power_kw })),
  };
}

/** An alarm in the reader's language. */
export function presentAlarm(row: AlarmRow, language: Language): LightingAlarm {
  const words = (language === 'it' ? it : en).anomalies[row.kind];
  const message = words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(row.params[name] ?? ''));
  return {
    ...row,
    message,
    date: iso(row.date),
    end_date: isoOrNull(row.end_date),
    snooze_date: isoOrNull(row.snooze_date),
  };
}

interface AlarmsAsked {
  readonly box_id: number;
  readonly line: number | null;
  readonly closed: 'true' | 'false' | undefined;
  readonly page: number;
  readonly page_size: number;
  readonly language: Language;
}

/** Alarms of a box, or of a line with those of its box. */
export async function presentAlarms(
  tx: Tx,
  { box_id, line, closed, page, page_size, language }: AlarmsAsked,
): Promise<{ count: number; results: LightingAlarm[] }> {
  const of = { box_id, line, closed: closed === undefined ? null : closed === 'true' };
  const { count, results } = await pageOfAlarms(tx, of, { page, page_size });
  return { count, results: results.map((row) => presentAlarm(row, language)) };
}
