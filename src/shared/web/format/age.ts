import type { Language } from '../i18n/locale.ts';

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;
const SECOND = STEPS[3];

const spans = new Map<string, Intl.NumberFormat>();
const formats = new Map<Language, Intl.RelativeTimeFormat>();

/** How long ago an instant was, in one unit: "12 sec. fa", "3 days ago"; null for one that is not known. */
export function ageWords(at: string | null, now: number, language: Language): string | null {
  if (at === null) return null;
  const format =
    formats.get(language) ?? new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' });
  formats.set(language, format);
  const { count, unit } = spanOf(at, now);
  return format.format(-count, unit);
}

/** How long something lasts since an instant, in one unit: "6 minuti", "3 days"; null for one that is not known. */
export function spanWords(at: string | null, now: number, language: Language): string | null {
  if (at === null) return null;
  const { count, unit } = spanOf(at, now);
  const key = `${language} ${unit}`;
  const format =
    spans.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  spans.set(key, format);
  return format.format(count);
}

function spanOf(at: string, now: number) {
  // Devices' clocks may be a little ahead: that is now, not the future.
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const step = STEPS.find((one) => seconds >= one.seconds) ?? SECOND;
  return { count: Math.floor(seconds / step.seconds), unit: step.unit };
}
