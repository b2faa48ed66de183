import type { Language } from '../i18n/locale.ts';

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** How long ago an instant was, in one unit: "12 sec. fa", "3 days ago"; null for one that is not known. */
export function ageWords(at: string | null, now: number, language: Language): string | null {
  if (at === null) return null;
  const format =
    formats.get(language) ?? new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' });
  formats.set(language, format);
  // Devices' clocks may be a little ahead: that is now, not the future.
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const step = STEPS.find((one) => seconds >= one.seconds) ?? { unit: 'second', seconds: 1 };
  return format.format(-Math.floor(seconds / step.seconds), step.unit);
}
