import type { Language } from '../../../shared/server/language.ts';
import { ALARM_CODES, type AlarmCode } from '../../notifications/alarm-codes.model.ts';
import { faultText, faultyGenerator } from '../fault-text.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

type FaultOf = Parameters<typeof faultText>[0];

// The sentences of the portal itself: what a program reads and what a person reads is the same. // spec §8
const MESSAGES: Readonly<Record<Language, Readonly<Record<AlarmCode, string>>>> = {
  en: en.message,
  it: it.message,
};

// What is specified speaks of inverters: an engine or a turbine is called what it is.
const GENERATOR = { en: en.message_generator, it: it.message_generator } as const;

/** An alarm in one sentence; of an inverter's fault what the inverter said of it, in words. */
export function alarmMessage(code: AlarmCode, language: Language, params: FaultOf = {}): string {
  if (code !== 'inverter_fault') return MESSAGES[language][code];
  const description = faultText(params, language);
  const message = faultyGenerator(params) ? GENERATOR[language] : MESSAGES[language][code];
  return description === null ? message : `${message} – ${description}`;
}

// What an alarm is called in lists.
const NAMES: Readonly<Record<Language, Readonly<Record<AlarmCode, string>>>> = { en: en.name, it: it.name };

/** Alarms whose sentence or name, in either language, holds a text. */
export function codesMatching(text: string): AlarmCode[] {
  const term = text.toLowerCase();
  return ALARM_CODES.filter((code) =>
    [...Object.values(MESSAGES), ...Object.values(NAMES)].some((texts) =>
      texts[code].toLowerCase().includes(term),
    ),
  );
}
