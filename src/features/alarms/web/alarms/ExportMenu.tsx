import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { alarmWorkCalls } from '../../alarms.contract.ts';
import type { AlarmsSearch } from './alarms-search.ts';
import { alarmFiltersOf } from './filters.model.ts';

/** Hands the reader every alarm that fits the filters, not the page alone. */
export function ExportMenu({ search }: { search: AlarmsSearch }) {
  const { t } = useTranslation('alarms');
  const { id_client: company } = useCompany();
  const language = useLanguage();
  const sentence = useRefusalSentence();
  const [busy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'xlsx') => {
    const now = new Date();
    const closed = search.view === 'closed' ? 'true' : 'false';
    setBusy(true);
    try {
      const query = { ...alarmFiltersOf(search, now), closed, language, format } as const;
      const file = await send(alarmWorkCalls.exportAlarms, { query, company });
      const which = t(search.view === 'closed' ? 'tab.closed' : 'tab.open').toLocaleLowerCase(language);
      download(file, `${t('save.file')}-${which}-${now.toLocaleDateString('sv')}.${format}`);
    } catch (fault) {
      toast.failed(sentence(fault));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" shadow="none" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('save.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void save('csv')}>
          {t('save.csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTable size={16} />} onClick={() => void save('xlsx')}>
          {t('save.xlsx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
