import type { Language } from '../../../shared/server/language.ts';
import { DAY_MS, HOUR_MS, knownZone, MINUTE_MS } from '../../../shared/units/zones.ts';
import { detailText } from './alarm-details.ts';
import { alarmMessage } from './alarm-messages.ts';
import type { NotifiedAlarm } from './notifications.repository.ts';

/** An alarm in a mail, and which change is notified. */
export interface NotificationLine extends NotifiedAlarm {
  readonly notify: 'opened' | 'closed' | 'both' | 'open';
}

/** A time that has passed, in two units at most; under a minute it is one. */
export function durationText(ms: number, language: Language): string {
  const whole = Math.max(MINUTE_MS, Math.round(ms / MINUTE_MS) * MINUTE_MS);
  const [days, rest] = [Math.floor(whole / DAY_MS), whole % DAY_MS];
  const [hours, minutes] = [Math.floor(rest / HOUR_MS), Math.round((rest % HOUR_MS) / MINUTE_MS)];
  const day = language === 'it' ? 'g' : 'd';
  const parts: readonly (readonly [number, string])[] =
    days > 0
      ? [
          [days, day],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [minutes, 'min'],
        ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A plant's own clock: `21 Nov, 14:05`. */
export function timeText(ts: number, zone: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-GB', {
    timeZone: knownZone(zone),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ts);
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
/** `3rd`, `3ª`. */
export const ordinalText = (count: number, language: Language): string =>
  language === 'it' ? `${count}ª` : `${count}${ENDINGS[ordinals.select(count)] ?? 'th'}`;

/** Plant, device and the sentence of an alarm. */
export function subjectText(
  { plant_name, short_name, code, params }: NotifiedAlarm,
  language: Language,
): string {
  const where = short_name === null ? plant_name : `${plant_name}, ${short_name}`;
  return `${where}: ${alarmMessage(code, language, params)}`;
}

interface LineTexts {
  type: Readonly<Record<'E' | 'W', string>>;
  again: (times: string) => string;
  since: (at: string) => string;
  over: (duration: string) => string;
  unwatched: (duration: string) => string;
  from_to: (from: string, to: string) => string;
}

export const LINE: Readonly<Record<Language, LineTexts>> = {
  en: {
    type: { E: 'Alarm', W: 'Warning' },
    again: (times) => `again, for the ${times} time`,
    since: (at) => `since ${at}`,
    over: (duration) => `resolved after ${duration}`,
    unwatched: (duration) => `ended after ${duration}, because it is no longer monitored`,
    from_to: (from, to) => `from ${from} to ${to}`,
  },
  it: {
    type: { E: 'Allarme', W: 'Avviso' },
    again: (times) => `di nuovo, per la ${times} volta`,
    since: (at) => `dal ${at}`,
    over: (duration) => `risolto dopo ${duration}`,
    unwatched: (duration) => `terminato dopo ${duration}, perché non è più monitorato`,
    from_to: (from, to) => `dal ${from} al ${to}`,
  },
};

/** The status of an alarm beside what it is about: since when, for which time, how long it lasted. */
export function statusText(line: NotificationLine, language: Language): string {
  const { began_at, end_at, count, time_zone, notify } = line;
  const texts = LINE[language];
  const at = (ts: number) => timeText(ts, time_zone, language);
  const again = count > 1 ? [texts.again(ordinalText(count, language))] : [];
  if (notify === 'opened' || notify === 'open' || end_at === null)
    return [...again, texts.since(at(began_at))].join(', ');
  const lasted = durationText(end_at - began_at, language);
  const over = line.reason === null ? texts.over(lasted) : texts.unwatched(lasted);
  return [over, texts.from_to(at(began_at), at(end_at))].join(', ');
}

/** The same with what it says beyond its sentence, in brackets. */
export function fullSubjectText(alarm: NotifiedAlarm, language: Language): string {
  const more = detailText(alarm.code, alarm.params, language);
  return `${subjectText(alarm, language)}${more === null ? '' : ` (${more})`}`;
}

/** An alarm in one line. */
export const lineText = (line: NotificationLine, language: Language): string =>
  `${LINE[language].type[line.type]} · ${fullSubjectText(line, language)} – ${statusText(line, language)}`;
