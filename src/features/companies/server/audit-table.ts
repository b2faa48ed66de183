import type { AuditWords } from '../../../shared/contract/audit-words.ts';
import type { AuditRegister } from '../../../shared/server/audit-register.ts';
import { CSV_STYLES } from '../../../shared/server/export/csv.ts';
import type { TableColumn } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import commonEn from '../../../shared/web/i18n/en.json' with { type: 'json' };
import commonIt from '../../../shared/web/i18n/it.json' with { type: 'json' };
import type { AuditNames } from '../audit.contract.ts';
import { DEVICES, factsOf, isInstant, PARTS, PLANTS, SPOKEN, spokenOf } from '../audit.model.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { AuditRow } from './audit.repository.ts';

type NamedRow = AuditRow & { names: AuditNames };

// The words of the portal itself: what is read on the page and in the file is the same.
const WORDS = { en: en.audit, it: it.audit } as const;

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
  timeZone: PORTAL_CLOCK,
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
function wordsOf(field: string, value: unknown, file: FileWords, names: AuditNames[string] = {}): string {
  const { language, plants, words } = file;
  if (value === null || value === '') return '–';
  if (Array.isArray(value))
    return value.map((each) => wordsOf(field, each, file, names)).join(', ') || PAGES[language].none_of_them;
  if (typeof value === 'boolean') return value ? PAGES[language].yes : PAGES[language].no;
  const named = names[String(value)]?.[language];
  if (named !== undefined) return named;
  if (typeof value === 'number' && (DEVICES.has(field) || PARTS.has(field))) return `#${value}`;
  if (typeof value === 'number' && !PLANTS.has(field))
    return String(value).replace('.', CSV_STYLES[language].decimal);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (PLANTS.has(field)) return plants.get(text) ?? `#${text}`;
  if (isInstant(text)) return clock(new Date(text));
  if (SPOKEN.has(field)) return spokenOf(text, words.spoken);
  return wordOf(field, text, file) ?? text;
}

/** `Roles: Viewer → Engineer | Plants: AUR-001`: what the page says of the action; what is and was nothing is left out. */
function detailOf({ detail, names }: NamedRow, file: FileWords): string {
  return factsOf(detail)
    .map(({ field, before, after }) => {
      const now = wordsOf(field, after ?? null, file, names[field]);
      const said = before === undefined ? now : `${wordsOf(field, before, file, names[field])} → ${now}`;
      return `${file.words.fields[field] ?? field}: ${said}`;
    })
    .join(' | ');
}

/** What the file says of an entry, column by column. */
export function auditColumns(file: FileWords): TableColumn<NamedRow>[] {
  const words = WORDS[file.language].export;
  const nobody = ({ actor_id }: AuditRow) => (actor_id === null ? words.program : words.removed);
  return [
    { head: words.when, width: 17, of: ({ at }) => clock(at) },
    { head: words.at, of: ({ at }) => at.toISOString() },
    { head: words.who, of: (row) => row.actor_name ?? nobody(row) },
    { head: words.who_id, width: 14, of: ({ actor_id }) => actor_id },
    { head: words.what, width: 36, of: ({ action }) => file.words.actions[action] ?? action },
    { head: words.code, of: ({ action }) => action },
    { head: words.on, of: ({ target_name }) => target_name },
    { head: words.target, of: ({ target }) => target },
    { head: words.from, width: 16, of: ({ address }) => address },
    { head: words.details, width: 60, of: (row) => detailOf(row, file) },
  ];
}

/** What the sheet of a workbook is called. */
export const auditSheet = (language: Language): string => PAGES[language].title;
