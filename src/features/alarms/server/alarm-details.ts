import type { Language } from '../../../shared/server/language.ts';
import fieldEn from '../../cloudcontrol/i18n/en.json' with { type: 'json' };
import fieldIt from '../../cloudcontrol/i18n/it.json' with { type: 'json' };
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import { meterDifferenceOf, timeText } from '../meter-difference.model.ts';

type Params = Readonly<Record<string, string | number | null>>;

const TEXTS = { en: en.params, it: it.params } as const;
const REASONS: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = {
  en: fieldEn.acquisition.reason,
  it: fieldIt.acquisition.reason,
};

/** A sentence with what it names; null where something that it names is not known. */
function filled(sentence: string, params: Params): string | null {
  const text = sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
  return text.includes('{{') ? null : text;
}

/** Why a port or a device is silent; without what the field did not say. */
function reasonText(params: Params, language: Language): string | null {
  const sentence = REASONS[language][String(params.reason)];
  if (typeof sentence !== 'string') return null;
  const own = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      name.startsWith('reason_') ? [[name.slice('reason_'.length), value]] : [],
    ),
  );
  return filled(sentence, own) ?? filled(sentence.replace(/[\s:(]*\{\{.*$/, ''), {});
}

const share = (value: unknown, language: Language): string | null =>
  typeof value === 'number'
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.abs(value))
    : null;

/** Which meter, month or day, and side differ, and by how much. */
function differenceText(params: Params, language: Language): string | null {
  const found = meterDifferenceOf(params);
  if (!found) return null;
  const { serial_number, side, pct, kwh, threshold_pct } = found;
  const signed = (value: number, maximumFractionDigits: number): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits, signDisplay: 'exceptZero' }).format(value);
  return filled(TEXTS[language].meter_difference, {
    serial_number,
    time: timeText(found),
    side: TEXTS[language].against[side],
    difference: pct === null ? `${signed(kwh, 0)} kWh` : `${signed(pct, 1)} %`,
    threshold: share(threshold_pct, language),
  });
}

/** What an alarm says beyond its sentence: port, strings, how much, and why; null where that is nothing. */
export function detailText(code: AlarmCode, params: Params, language: Language): string | null {
  const texts = TEXTS[language];
  const parts: (string | null)[] = [
    code === 'connection_lost' && params.port ? filled(texts.port, params) : null,
    code === 'string_weak' && params.strings ? filled(texts.strings, params) : null,
    code === 'under_expectation'
      ? filled(texts.deficit, { share: share(params.deficit_pct, language) })
      : null,
    code === 'meter_mismatch'
      ? filled(texts.deviation, { share: share(params.deviation_pct, language) })
      : null,
    code === 'meter_difference' ? differenceText(params, language) : null,
    reasonText(params, language),
  ];
  const known = parts.filter((one) => one !== null);
  return known.length === 0 ? null : known.join(', ');
}
