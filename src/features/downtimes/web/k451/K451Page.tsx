import { Button } from '@mantine/core';
import { IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type K451Setting, k451SettingsCalls } from '../../k451-settings.contract.ts';
import { DowntimeTabs } from '../list/DowntimeTabs.tsx';
import { K451List } from '../list/downtimes-list.ts';
import { NewSetting } from './NewSetting.tsx';

function useColumns(): readonly DataColumn<K451Setting>[] {
  const { t } = useTranslation('downtimes');
  const { date } = useFormat();
  return useMemo(
    () => [
      { id: 'cause', header: t('k451.cause'), names: true, value: ({ cause_name }) => cause_name },
      {
        id: 'plant',
        header: t('k451.plant'),
        value: ({ plant_name }) => plant_name ?? t('k451.all_plants'),
      },
      {
        id: 'from_on',
        header: t('k451.from_on'),
        value: ({ from_on }) => from_on,
        cell: ({ from_on }) => date(from_on),
      },
      {
        id: 'to_on',
        header: t('k451.to_on'),
        value: ({ to_on }) => to_on,
        cell: ({ to_on }) => (to_on === null ? t('k451.forever') : date(to_on)),
      },
      {
        id: 'counts',
        header: t('k451.counts'),
        value: ({ counts }) => counts,
        cell: ({ counts }) => t(counts ? 'yes' : 'no'),
        text: ({ counts }) => t(counts ? 'yes' : 'no'),
      },
    ],
    [t, date],
  );
}

/** Which causes of downtimes count against availability in the K451 report. */
export function K451Page() {
  const { t } = useTranslation('downtimes');
  const { id_client: company } = useCompany();
  const mayWrite = useCan('records.write');
  const state = useListState(K451List);
  const query = useCall(k451SettingsCalls.list);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<K451Setting | null>(null);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('k451.create')}
    </Button>
  );
  return (
    <Page
      title={t('book.title')}
      tabTitle={t('k451.title')}
      subtitle={t('book.subtitle')}
      actions={query.data?.length !== 0 && create}
    >
      <DowntimeTabs part="k451" />
      <Muted size="md" style={{ maxWidth: '84ch' }}>
        {t('k451.hint')}
      </Muted>
      <ListPage
        state={state}
        label={t('k451.title')}
        columns={useColumns()}
        query={query}
        rowKey={({ id }) => id}
        empty={{ icon: IconListCheck, title: t('k451.none'), hint: t('k451.none_hint'), action: create }}
        {...(mayWrite && {
          actions: (one: K451Setting) => (
            <RowButton
              label={t('k451.delete_of', { name: one.cause_name })}
              icon={IconTrash}
              onClick={() => setRemoved(one)}
            />
          ),
        })}
      />
      {adding && <NewSetting onClose={() => setAdding(false)} />}
      {removed && (
        <ConfirmAction
          title={t('k451.delete_title')}
          confirm={t('k451.delete')}
          words="downtimes"
          act={() => send(k451SettingsCalls.remove, { params: { id: String(removed.id) }, company })}
          onDone={() => {
            toast.deleted(removed.cause_name);
            setRemoved(null);
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t('k451.delete_text')}</p>
        </ConfirmAction>
      )}
    </Page>
  );
}
