import type { AuditWords } from '../../../shared/contract/audit-words.ts';
import type { AuditRegister } from '../../../shared/server/audit-register.ts';
import { type CsvStyle, csvRow } from '../../../shared/server/csv.ts';
import commonEn from '../../../shared/web/i18n/en.json' with { type: 'json' };
import commonIt from '../../../shared/web/i18n/it.json' with { type: 'json' };
import { factsOf, isInstant, PLANTS, SPOKEN, spokenOf } from '../audit.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { AuditRow } from './audit.repository.ts';

export type Language = 'en' | 'it';

// The words of the portal itself: what is read on the page and in the file is the same.
const WORDS = { en: en.audit, it: it.audit } as const;
const STYLES: Readonly<Record<Language, CsvStyle>> = {
  en: { separator: ',', decimal: '.' },
  it: { separator: ';', decimal: ',' },
};

/** Actions whose words, in either language, hold a text. */
export function actionsWorded(all: AuditRegister['words'], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = Object.values(all).flatMap(({ actions }) =>
    Object.entries(actions).filter(([, said]) => said.toLowerCase().includes(wanted)),
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
const SCOPE_WORDS: Readonly<Record<Language, Named>> = { en: en.keys.scope_short, it: it.keys.scope_short };

/** What the lines of a file are written with. */
export interface FileWords {
  language: Language;
  /** What the areas call their entries. */
  words: Required<AuditWords>;
  /** The codes of plants by their numbers. */
  plants: ReadonlyMap<string, string>;
}

/** The word of the program for a value, where it has one. */
function wordOf(field: string, text: string, { language, words }: FileWords): string | undefined {
  if (field === 'roles') return ROLE_WORDS[language][text];
  if (field === 'scopes') return SCOPE_WORDS[language][text];
  if (field === 'fields') return words.fields[text];
  return words.values[field]?.[text];
}

/** One value as the page says it; what has no words stands as the program wrote it. */
function wordsOf(field: string, value: unknown, file: FileWords): string {
  const { language, plants, words } = file;
  if (value === null || value === '') return '–';
  if (Array.isArray(value))
    return value.map((each) => wordsOf(field, each, file)).join(', ') || PAGES[language].none_of_them;
  if (typeof value === 'boolean') return value ? PAGES[language].yes : PAGES[language].no;
  if (typeof value === 'number' && !PLANTS.has(field))
    return String(value).replace('.', STYLES[language].decimal);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (PLANTS.has(field)) return plants.get(text) ?? `#${text}`;
  if (isInstant(text)) return clock(new Date(text));
  if (SPOKEN.has(field)) return spokenOf(text, words.spoken);
  return wordOf(field, text, file) ?? text;
}

/** `Roles: Viewer → Engineer | Plants: AUR-001`: what the page says of the deed; what is and was nothing is left out. */
function detailOf(detail: AuditRow['detail'], file: FileWords): string {
  return factsOf(detail)
    .map(({ field, before, after }) => {
      const now = wordsOf(field, after ?? null, file);
      const said = before === undefined ? now : `${wordsOf(field, before, file)} → ${now}`;
      return `${file.words.fields[field] ?? field}: ${said}`;
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
      file.words.actions[row.action] ?? row.action,
      row.action,
      row.target_name,
      row.target,
      row.address,
      detailOf(row.detail, file),
    ],
    style,
  );
}
