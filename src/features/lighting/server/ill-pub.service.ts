import type { In } from '../../../shared/contract/call.ts';
import { iso, isoOrNull } from '../../../shared/server/iso.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { BOX_STATES } from '../box-states.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { illPubCalls, LightingPlant } from '../ill-pub.contract.ts';
import type { LightingAlarm } from '../lighting-fields.contract.ts';
import { countStates } from './boxes.repository.ts';
import { countKinds } from './light-points.repository.ts';
import { type AlarmRow, pageOfAlarms } from './lighting-alarms.repository.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import { countAtWork, countOpen } from './plants.repository.ts';
import { readSchedules, tonightOf } from './schedules.ts';
import { readSums } from './sums.service.ts';

type Calls = typeof illPubCalls;

const NO_SUMS = {
  lights: 0,
  month_kwh: null,
  month_eur: null,
  last_year_kwh: null,
  last_year_eur: null,
};

/** Every installation with its states, faults and energy. */
export async function presentPlants(tx: Tx, now: Date): Promise<LightingPlant[]> {
  const states = Map.groupBy(await countStates(tx, now), ({ municipality_id }) => municipality_id);
  const open = new Map((await countOpen(tx, now)).map((row) => [row.municipality_id, row]));
  const atWork = await countAtWork(tx, now);
  const municipalities = await listMunicipalities(tx, null);
  const sums = await readSums(
    tx,
    municipalities.map(({ id }) => id),
    now,
  );
  const schedules = await readSchedules(tx);
  return municipalities.map((one) => {
    const schedule = schedules.get(one.id);
    const of = new Map((states.get(one.id) ?? []).map(({ state, count }) => [state, count]));
    const counts = Object.fromEntries(BOX_STATES.map((state) => [state, of.get(state) ?? 0]));
    const { municipality_id: _, ...used } = sums.get(one.id) ?? { ...NO_SUMS, municipality_id: one.id };
    return {
      ...one,
      ...used,
      states: counts as LightingPlant['states'],
      open_alarms: open.get(one.id)?.alarms ?? 0,
      open_reports: open.get(one.id)?.reports ?? 0,
      at_work: atWork.get(one.id) ?? 0,
      tonight: schedule ? tonightOf(schedule, now) : null,
    };
  });
}

/** How many light points there are, by kind and by what they do. */
export async function lightsOverview(tx: Tx, id: number): Promise<In<Calls['lightsOverview']['ok']>> {
  const kinds = await countKinds(tx, id);
  const sum = (of: 'count' | 'lit' | 'dark' | 'unknown' | 'reported') =>
    kinds.reduce((total, row) => total + row[of], 0);
  return {
    count: sum('count'),
    lit: sum('lit'),
    dark: sum('dark'),
    unknown: sum('unknown'),
    reported: sum('reported'),
    power_kw: sumKnown(kinds.map(({ power_kw }) => power_kw)),
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
