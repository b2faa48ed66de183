import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import type { Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import { type AlarmCode, isEvaluated } from '../../../notifications/alarm-codes.model.ts';
import { ALARM_RULES } from '../../alarm-rules.model.ts';
import type { Alarm, Evidence } from '../../alarms.contract.ts';

const MINUTE = 60_000;
/** What came after it was over is shown so long. */
const AFTER_MS = 30 * MINUTE;
/** Of what stood for weeks, the beginning. */
const MAX_WINDOW_MS = 3 * 86_400_000;

/** From what it was judged by to past its closing, or to now while it is open; in whole minutes, so that it stands still. */
export function windowOfEvidence(
  { start, end }: Pick<Evidence, 'start' | 'end'>,
  { end_date }: Pick<Alarm, 'end_date'>,
  now: number,
): TimeWindow {
  const start_at = Date.parse(start);
  const over_at = end_date === null ? now : Math.min(now, Date.parse(end_date) + AFTER_MS);
  const end_at = Math.max(Date.parse(end), Math.min(over_at, start_at + MAX_WINDOW_MS));
  return { start_at, end_at: Math.ceil(end_at / MINUTE) * MINUTE };
}

/** When readings came from nobody, a quarter of an hour in which that began or ended was only partly read. */
const OF_SILENCE: readonly AlarmCode[] = ['no_data', 'connection_lost', 'device_silent', 'production_unread'];
const QUARTER_MS = 15 * MINUTE;

/** Whether the energy of a period from `at` was not wholly read: it would be drawn as a fall that never was. */
export function isBroken(
  at: number,
  step_ms: number,
  { alarm, until }: { alarm: Pick<Alarm, 'code' | 'date' | 'end_date'>; until: number },
): boolean {
  const within = (moment: number) => moment > at && moment < at + Math.max(step_ms, QUARTER_MS);
  const edges = [alarm.date, ...(alarm.end_date === null ? [] : [alarm.end_date])].map(Date.parse);
  return within(until) || (OF_SILENCE.includes(alarm.code) && edges.some(within));
}

/** The days that hold a window, by the plant's clocks: what the full chart opens with. */
export function choiceFor({ start_at, end_at }: TimeWindow, zone: string): Choice {
  const [date, to] = [dateOf(start_at, zone), dateOf(Math.max(start_at, end_at - 1), zone)];
  return date === to ? { span: 'day', date } : { span: 'free', date, to };
}

type Figures = Evidence['figures'];

/** What was judged, and the values of the rule that stand behind it: both may go by the same name. */
export function partFigures(code: AlarmCode, figures: Figures): { judged: Figures; rule: Figures } {
  const names = isEvaluated(code) ? Object.keys(ALARM_RULES[code]) : [];
  // The rule's values stand last, each once; a rule of an older program had fewer.
  const last = figures.findLastIndex(({ code: name, limit }) => limit !== null || !names.includes(name));
  const from = Math.max(last + 1, figures.length - names.length);
  return { judged: figures.slice(0, from), rule: figures.slice(from) };
}

type Shown = Evidence['series'][number];

/** A series of the evidence as charts ask for it; what it is called comes with the answer. */
export function drawableOf({ device_id, short_name, variable }: Shown, proj_code: string): Drawable {
  return {
    key: `${device_id}.${variable}`,
    proj_code,
    device_id,
    owner: short_name,
    name: variable,
    label_en: variable,
    label_it: variable,
    unit: '',
    quantity: 'other',
    shape: 'line',
  };
}
