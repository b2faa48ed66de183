import type { Language } from '../../../shared/server/language.ts';
import { ALARM_CODES, type AlarmCode } from '../alarms.model.ts';
import { faultWords, faultyGenerator } from '../fault-words.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

type FaultOf = Parameters<typeof faultWords>[0];

// The sentences of the portal itself: what a program reads and what a person reads is the same. // spec §8
const SENTENCES: Readonly<Record<Language, Readonly<Record<AlarmCode, string>>>> = {
  en: en.message,
  it: it.message,
};

// What is specified speaks of inverters: an engine or a turbine is called what it is.
const GENERATOR = { en: en.message_generator, it: it.message_generator } as const;

/** An alarm in one sentence; of an inverter's fault what the inverter said of it, in words. */
export function sentenceOf(code: AlarmCode, language: Language, params: FaultOf = {}): string {
  if (code !== 'inverter_fault') return SENTENCES[language][code];
  const said = faultWords(params, language);
  const sentence = faultyGenerator(params) ? GENERATOR[language] : SENTENCES[language][code];
  return said === null ? sentence : `${sentence} – ${said}`;
}

/** Alarms whose sentence, in either language, holds a text. */
export function codesWorded(text: string): AlarmCode[] {
  const wanted = text.toLowerCase();
  return ALARM_CODES.filter((code) =>
    Object.values(SENTENCES).some((said) => said[code].toLowerCase().includes(wanted)),
  );
}
