import { Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '../../contract/record-history.ts';
import { HERE } from '../format/dates.ts';
import { UNKNOWN } from '../format/unknown.ts';
import { useFormat } from '../format/use-format.ts';
import { Entries, Entry } from '../page/Entries.tsx';
import { Muted } from '../page/Text.tsx';
import { Known } from '../ui/Known.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';

const ICONS = {
  created: IconPlus,
  changed: IconPencil,
  removed: IconTrash,
  restored: IconArrowBackUp,
} as const satisfies Record<string, TablerIcon>;
const isKnown = (what: string): what is keyof typeof ICONS => Object.hasOwn(ICONS, what);

interface Props {
  /** What the record is called. */
  name: string;
  query: UseQueryResult<{ count: number; results: HistoryEntry[] }>;
  /** What its fields are called; those without a label are left out. */
  fields: Readonly<Record<string, string>>;
  /** What the area calls that which is done with such records alone. */
  whats?: Readonly<Record<string, string>> | undefined;
  onClose: () => void;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** What stood in the fields before, and what stands there since. */
function Changes({ entry, fields }: { entry: HistoryEntry; fields: Props['fields'] }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const said = (value: HistoryEntry['changes'][number]['before']): string => {
    if (value === null || value === '') return UNKNOWN;
    if (typeof value === 'number') return number(value);
    return isDay(value) ? date(value) : String(value);
  };
  const told = entry.changes.filter(({ field }) => fields[field] !== undefined);
  return told.map(({ field, before, after }) => (
    <Muted key={field}>
      {t('history.change', { field: fields[field], before: said(before), after: said(after) })}
    </Muted>
  ));
}

/** Who did what with a record, newest first. */
export function HistoryDrawer({ name, query, fields, whats = {}, onClose }: Props) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const whatOf = ({ what, fields: changed }: HistoryEntry): string => {
    const named = changed.flatMap((field) => fields[field] ?? []);
    const sentence = isKnown(what) ? t(`history.what.${what}`) : (whats[what] ?? what);
    return named.length === 0 ? sentence : `${sentence}: ${named.join(', ')}`;
  };
  return (
    <SideDrawer title={t('history.title', { name })} side="right" width={420} opened onClose={onClose}>
      <Known query={query} height={200}>
        {({ count, results }) => (
          <Stack gap={12}>
            {count === 0 && <Muted>{t('history.none')}</Muted>}
            <Entries label={t('history.title', { name })}>
              {results.map((entry) => (
                <Entry
                  key={entry.id}
                  icon={isKnown(entry.what) ? ICONS[entry.what] : IconHistory}
                  name={whatOf(entry)}
                  details={`${dateTime(entry.at, HERE)} · ${entry.actor?.name ?? t('history.nobody')}`}
                >
                  <Changes entry={entry} fields={fields} />
                </Entry>
              ))}
            </Entries>
            {count > results.length && <Muted>{t('history.newest', { shown: results.length })}</Muted>}
          </Stack>
        )}
      </Known>
    </SideDrawer>
  );
}
