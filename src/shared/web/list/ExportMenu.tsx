import { Button, Menu } from '@mantine/core';
import {
  IconCalendarDown,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconMap,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../charts/download.ts';
import { useRefusalSentence } from '../forms/refusal.ts';
import { toast } from '../ui/toast.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** What else may be taken along: a calendar, a map. */
export type FileFormat = ExportFormat | 'ics' | 'geojson';

export interface ListExport<F extends FileFormat = ExportFormat> {
  /** Of the file, before the day. */
  name: string;
  /** One is a button, two are a menu. */
  formats: readonly F[];
  /** Everything that fits the filters, not the page alone. */
  load: (format: F) => Promise<Blob>;
  /** The same printed, where it is offered. */
  print?: (() => Promise<Blob>) | undefined;
}

const ICONS = {
  csv: IconFileTypeCsv,
  xlsx: IconTable,
  pdf: IconFileTypePdf,
  ics: IconCalendarDown,
  geojson: IconMap,
} as const;

/** Hands the reader the list as a file. */
export function ExportMenu<F extends FileFormat = ExportFormat>({
  name,
  formats,
  load,
  print,
}: ListExport<F>) {
  const { t } = useTranslation();
  const sentence = useRefusalSentence();
  const [busy, setBusy] = useState(false);
  const save = async (format: F | 'pdf', made: () => Promise<Blob>) => {
    setBusy(true);
    try {
      download(await made(), `${name}-${new Date().toLocaleDateString('sv')}.${format}`);
    } catch (fault) {
      toast.failed(sentence(fault));
    } finally {
      setBusy(false);
    }
  };
  const look = {
    variant: 'default',
    loading: busy,
    leftSection: <IconDownload size={16} aria-hidden="true" />,
  } as const;
  const [only, ...others] = formats;
  if (only && others.length === 0 && !print) {
    return (
      <Button {...look} onClick={() => void save(only, () => load(only))}>
        {only.toUpperCase()}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" shadow="none" withinPortal={false}>
      <Menu.Target>
        <Button {...look}>{t('list.export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => {
          const kind: FileFormat = format;
          const Icon = ICONS[kind];
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={16} />}
              onClick={() => void save(format, () => load(format))}
            >
              {t(`list.file.${kind}`)}
            </Menu.Item>
          );
        })}
        {print && (
          <Menu.Item leftSection={<ICONS.pdf size={16} />} onClick={() => void save('pdf', print)}>
            {t('list.file.pdf')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
