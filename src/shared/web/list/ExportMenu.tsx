import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../charts/download.ts';
import { useRefusalSentence } from '../forms/refusal.ts';
import { toast } from '../ui/toast.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ListExport {
  /** Of the file, before the day. */
  name: string;
  /** One is a button, two are a menu. */
  formats: readonly ExportFormat[];
  /** Everything that fits the filters, not the page alone. */
  load: (format: ExportFormat) => Promise<Blob>;
}

const ICONS = { csv: IconFileTypeCsv, xlsx: IconTable } as const;

/** Hands the reader the list as a file. */
export function ExportMenu({ name, formats, load }: ListExport) {
  const { t } = useTranslation();
  const sentence = useRefusalSentence();
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    try {
      download(await load(format), `${name}-${new Date().toLocaleDateString('sv')}.${format}`);
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
  if (only && others.length === 0) {
    return (
      <Button {...look} onClick={() => void save(only)}>
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
          const Icon = ICONS[format];
          return (
            <Menu.Item key={format} leftSection={<Icon size={16} />} onClick={() => void save(format)}>
              {t(`list.file.${format}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
