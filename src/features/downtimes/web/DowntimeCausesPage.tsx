import { Button, Group, Tabs } from '@mantine/core';
import { IconPencil, IconPlugConnectedX, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { BinList } from '../../../shared/web/list/BinList.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';
import { DowntimeCauseForm } from './DowntimeCauseForm.tsx';
import { DowntimeCausesList } from './downtime-causes-list.ts';

const BIN = {
  list: downtimeCausesCalls.listBin,
  restore: downtimeCausesCalls.restore,
  purge: downtimeCausesCalls.purge,
};

function useColumns(): readonly DataColumn<DowntimeCause>[] {
  const { t } = useTranslation('downtimes');
  return useMemo(
    () => [
      { id: 'name', header: t('causes.name'), names: true, width: '32%', value: ({ name }) => name },
      {
        id: 'description',
        header: t('causes.description'),
        long: true,
        value: ({ description }) => description,
      },
    ],
    [t],
  );
}

function RemoveDialog({ row, onClose }: { row: DowntimeCause; onClose: () => void }) {
  const { t } = useTranslation('downtimes');
  const { formMessage } = useErrorMessage('downtimes');
  const removal = useSend(downtimeCausesCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted(row.name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('causes.remove_title', { name: row.name })}
      confirm={t('causes.remove')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate({ params: { id: String(row.id) } })}
      onClose={onClose}
    >
      <p>{t('causes.remove_text')}</p>
    </ConfirmDialog>
  );
}

type DialogState = { deed: 'edit'; row: DowntimeCause | null } | { deed: 'remove'; row: DowntimeCause };

/** The causes of downtimes that a company tells apart, and those that it has deleted. */
export function DowntimeCausesPage() {
  const { t } = useTranslation('downtimes');
  const { t: common } = useTranslation();
  const { id_client: company } = useCompany();
  const mayWrite = useCan('records.write');
  const state = useListState(DowntimeCausesList);
  const query = useCall(downtimeCausesCalls.list);
  const columns = useColumns();
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => setDialog(null);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ deed: 'edit', row: null })}>
      {t('causes.create')}
    </Button>
  );
  const actions = (row: DowntimeCause) => (
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={t('causes.edit', { name: row.name })}
        icon={IconPencil}
        onClick={() => setDialog({ deed: 'edit', row })}
      />
      <RowButton
        label={t('causes.remove_of', { name: row.name })}
        icon={IconTrash}
        onClick={() => setDialog({ deed: 'remove', row })}
      />
    </Group>
  );
  return (
    <Page
      title={t('causes.title')}
      subtitle={t('causes.subtitle')}
      actions={query.data?.length !== 0 && create}
    >
      <Tabs
        value={mayWrite ? state.search.view : 'list'}
        keepMounted={false}
        onChange={(view) => state.set({ view: view === 'bin' ? view : 'list' })}
      >
        {mayWrite && (
          <Tabs.List mb={12} aria-label={t('causes.title')}>
            <Tabs.Tab value="list">{t('causes.list')}</Tabs.Tab>
            <Tabs.Tab value="bin">{common('bin.title')}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="list">
          <ListPage
            state={state}
            label={t('causes.title')}
            columns={columns}
            query={query}
            rowKey={({ id }) => id}
            empty={{
              icon: IconPlugConnectedX,
              title: t('causes.none'),
              hint: t('causes.none_hint'),
              action: create,
            }}
            exportAs={{
              name: t('causes.file'),
              formats: ['csv', 'xlsx'],
              load: (format) => send(downtimeCausesCalls.exportList, { query: { format }, company }),
            }}
            {...(mayWrite && { actions })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bin">
          <BinList label={common('bin.title')} columns={columns} calls={BIN} words="downtimes" />
        </Tabs.Panel>
      </Tabs>
      {dialog?.deed === 'edit' && <DowntimeCauseForm row={dialog.row} onClose={close} />}
      {dialog?.deed === 'remove' && <RemoveDialog row={dialog.row} onClose={close} />}
    </Page>
  );
}
