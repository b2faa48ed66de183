import { type CsvStyle, csvRow } from '../../../shared/server/csv.ts';
import commonEn from '../../../shared/web/i18n/en.json' with { type: 'json' };
import commonIt from '../../../shared/web/i18n/it.json' with { type: 'json' };
import { factsOf, INSTANTS, PLANTS, SPOKEN, spokenOf } from '../audit.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { AuditRow } from './audit.repository.ts';

export type Language = 'en' | 'it';

// The words of the portal itself: what is read on the page and in the file is the same.
const WORDS = { en: en.audit, it: it.audit } as const;
const ACTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: en.audit.actions,
  it: it.audit.actions,
};
const STYLES: Readonly<Record<Language, CsvStyle>> = {
  en: { separator: ',', decimal: '.' },
  it: { separator: ';', decimal: ',' },
};

/** Actions whose words, in either language, hold a text. */
export function actionsWorded(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = Object.values(ACTIONS).flatMap((words) =>
    Object.entries(words).filter(([, said]) => said.toLowerCase().includes(wanted)),
  );
  return [...new Set(found.map(([action]) => action))];
}

// A company has no zone of its own, and its plants may have several: the file says which one it counts in.
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

// spec §9: DD/MM/YYYY HH:mm
const clock = (at: Date): string => CLOCK.format(at).replace(', ', ' ');

type Named = Readonly<Record<string, string>>;
const ROLE_WORDS: Readonly<Record<Language, Named>> = { en: commonEn.roles, it: commonIt.roles };
const PAGES = { en: en.audit.page, it: it.audit.page } as const;
const FIELDS: Readonly<Record<Language, Named>> = { en: PAGES.en.field, it: PAGES.it.field };
const VALUES: Readonly<Record<Language, Readonly<Record<string, Named>>>> = {
  en: { ...PAGES.en.value, scopes: en.keys.scope_short, roles: ROLE_WORDS.en, fields: FIELDS.en },
  it: { ...PAGES.it.value, scopes: it.keys.scope_short, roles: ROLE_WORDS.it, fields: FIELDS.it },
};

/** What the lines of a file are written with. */
export interface FileWords {
  language: Language;
  /** The codes of plants by their numbers. */
  plants: ReadonlyMap<string, string>;
}

/** One value as the page says it; what has no words stands as the program wrote it. */
function wordsOf(field: string, value: unknown, words: FileWords): string {
  const { language, plants } = words;
  if (value === null || value === '') return '–';
  if (Array.isArray(value))
    return value.map((each) => wordsOf(field, each, words)).join(', ') || PAGES[language].none_of_them;
  if (typeof value === 'boolean') return value ? PAGES[language].yes : PAGES[language].no;
  if (typeof value === 'number' && !PLANTS.has(field))
    return String(value).replace('.', STYLES[language].decimal);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (PLANTS.has(field)) return plants.get(text) ?? `#${text}`;
  if (INSTANTS.has(field)) return clock(new Date(text));
  if (SPOKEN.has(field)) return spokenOf(text, PAGES[language].word);
  return VALUES[language][field]?.[text] ?? text;
}

/** `Roles: Viewer → Engineer | Plants: AUR-001`: what the page says of the deed; what is and was nothing is left out. */
function detailOf(detail: AuditRow['detail'], words: FileWords): string {
  return factsOf(detail)
    .map(({ field, before, after }) => {
      const now = wordsOf(field, after ?? null, words);
      const said = before === undefined ? now : `${wordsOf(field, before, words)} → ${now}`;
      return `${FIELDS[words.language][field] ?? field}: ${said}`;
    })
    .join(' | ');
}

/** The first row of the file, with the mark by which a spreadsheet knows that it is in UTF-8. */
export function auditHead(language: Language): string {
  const words = WORDS[language].export;
  const names = [
    words.when,
    words.at,
    words.who,
    words.who_id,
    words.what,
    words.code,
    words.on,
    words.target,
    words.from,
    words.details,
  ];
  return `\uFEFF${csvRow(names, STYLES[language])}`;
}

/** One entry as a row of the file. */
export function auditLine(row: AuditRow, file: FileWords): string {
  const { language } = file;
  const style = STYLES[language];
  const words = WORDS[language].export;
  const nobody = row.actor_id === null ? words.program : words.removed;
  return csvRow(
    [
      clock(row.at),
      row.at.toISOString(),
      row.actor_name ?? nobody,
      row.actor_id,
      ACTIONS[language][row.action] ?? row.action,
      row.action,
      row.target_name,
      row.target,
      row.address,
      detailOf(row.detail, file),
    ],
    style,
  );
}
