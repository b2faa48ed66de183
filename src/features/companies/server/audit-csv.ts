import { type CsvStyle, csvRow } from '../../../shared/server/csv.ts';
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

/** `roles: WORKER, VIEWER | plants: 3`, with numbers as the language writes them. */
function detailOf(detail: AuditRow['detail'], { decimal }: CsvStyle): string {
  const one = (value: unknown): string => {
    if (typeof value === 'number') return String(value).replace('.', decimal);
    if (Array.isArray(value)) return value.map(one).join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${one(value)}`)
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
export function auditLine(row: AuditRow, language: Language): string {
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
      detailOf(row.detail, style),
    ],
    style,
  );
}
