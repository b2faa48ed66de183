import { Button, Group, Tabs } from '@mantine/core';
import { IconPencil, IconPlus, IconTool, IconTrash } from '@tabler/icons-react';
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
import { type MaintenanceType, maintenanceTypesCalls } from '../maintenance-types.contract.ts';
import { MaintenanceTypeForm } from './MaintenanceTypeForm.tsx';
import { MaintenanceTypesList } from './maintenance-types-list.ts';

const BIN = {
  list: maintenanceTypesCalls.listBin,
  restore: maintenanceTypesCalls.restore,
  purge: maintenanceTypesCalls.purge,
};

function useColumns(): readonly DataColumn<MaintenanceType>[] {
  const { t } = useTranslation('maintenance');
  return useMemo(
    () => [
      { id: 'name', header: t('types.name'), names: true, width: '32%', value: ({ name }) => name },
      {
        id: 'description',
        header: t('types.description'),
        long: true,
        value: ({ description }) => description,
      },
    ],
    [t],
  );
}

function RemoveDialog({ row, onClose }: { row: MaintenanceType; onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const { formMessage } = useErrorMessage('maintenance');
  const removal = useSend(maintenanceTypesCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted(row.name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('types.remove_title', { name: row.name })}
      confirm={t('types.remove')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate({ params: { id: String(row.id) } })}
      onClose={onClose}
    >
      <p>{t('types.remove_text')}</p>
    </ConfirmDialog>
  );
}

type DialogState = { deed: 'edit'; row: MaintenanceType | null } | { deed: 'remove'; row: MaintenanceType };

/** The kinds of maintenance that a company tells apart, and those that it has deleted. */
export function MaintenanceTypesPage() {
  const { t } = useTranslation('maintenance');
  const { t: common } = useTranslation();
  const { id_client: company } = useCompany();
  const mayWrite = useCan('records.write');
  const state = useListState(MaintenanceTypesList);
  const query = useCall(maintenanceTypesCalls.list);
  const columns = useColumns();
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => setDialog(null);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ deed: 'edit', row: null })}>
      {t('types.create')}
    </Button>
  );
  const actions = (row: MaintenanceType) => (
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={t('types.edit', { name: row.name })}
        icon={IconPencil}
        onClick={() => setDialog({ deed: 'edit', row })}
      />
      <RowButton
        label={t('types.remove_of', { name: row.name })}
        icon={IconTrash}
        onClick={() => setDialog({ deed: 'remove', row })}
      />
    </Group>
  );
  return (
    <Page
      title={t('types.title')}
      subtitle={t('types.subtitle')}
      actions={query.data?.length !== 0 && create}
    >
      <Tabs
        value={mayWrite ? state.search.view : 'list'}
        keepMounted={false}
        onChange={(view) => state.set({ view: view === 'bin' ? view : 'list' })}
      >
        {mayWrite && (
          <Tabs.List mb={12} aria-label={t('types.title')}>
            <Tabs.Tab value="list">{t('types.list')}</Tabs.Tab>
            <Tabs.Tab value="bin">{common('bin.title')}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="list">
          <ListPage
            state={state}
            label={t('types.title')}
            columns={columns}
            query={query}
            rowKey={({ id }) => id}
            empty={{ icon: IconTool, title: t('types.none'), hint: t('types.none_hint'), action: create }}
            exportAs={{
              name: t('types.file'),
              formats: ['csv', 'xlsx'],
              load: (format) => send(maintenanceTypesCalls.exportList, { query: { format }, company }),
            }}
            {...(mayWrite && { actions })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bin">
          <BinList label={common('bin.title')} columns={columns} calls={BIN} words="maintenance" />
        </Tabs.Panel>
      </Tabs>
      {dialog?.deed === 'edit' && <MaintenanceTypeForm row={dialog.row} onClose={close} />}
      {dialog?.deed === 'remove' && <RemoveDialog row={dialog.row} onClose={close} />}
    </Page>
  );
}
