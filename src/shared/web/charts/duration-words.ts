import { useLanguage } from '../i18n/use-language.ts';

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

const TEN_MINUTES = 600_000;

/** How long a stretch lasts, in its two largest units: "3 hr 20 min", "2 giorni 4 ore"; seconds only where they matter. */
export function durationWords(length_ms: number, locale: string): string {
  const parts: string[] = [];
  let rest = Math.max(1_000, Math.round(length_ms / 1_000) * 1_000);
  if (rest >= TEN_MINUTES) rest -= rest % 60_000;
  for (const { unit, ms } of UNITS) {
    const count = Math.floor(rest / ms);
    if (parts.length === 2) break;
    if (count === 0 && parts.length === 0) continue;
    rest -= count * ms;
    if (count === 0) break;
    const style = { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' } as const;
    parts.push(new Intl.NumberFormat(locale, style).format(count));
  }
  return parts.join(' ');
}

export function useDurationLabels(): (length_ms: number) => string {
  const language = useLanguage();
  return (length_ms) => durationWords(length_ms, language === 'it' ? 'it-IT' : 'en-GB');
}
