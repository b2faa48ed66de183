import { Button, Group, Tabs } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allows, type Capability } from '../../contract/capabilities.ts';
import type { CompanyListCalls, CompanyListRow } from '../../contract/company-list.ts';
import { send } from '../api/send.ts';
import { useCall, useSend } from '../api/use-call.ts';
import { useCompany } from '../company/context.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { TextAreaField } from '../forms/fields/TextAreaField.tsx';
import { TextField } from '../forms/fields/TextField.tsx';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { useRecordForm } from '../forms/use-record-form.ts';
import { Page } from '../page/Page.tsx';
import { HistoryDrawer } from '../records/HistoryDrawer.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { toast } from '../ui/toast.ts';
import { BinList } from './BinList.tsx';
import { CompanyListAddress } from './company-list-address.ts';
import type { DataColumn } from './data-table.model.ts';
import { ListPage } from './ListPage.tsx';
import { useListState } from './use-list-state.ts';

/** What rows of a list have beside name and description. */
export interface MoreOfRows {
  /** What stands in the fields of a new row. */
  readonly blank: object;
  /** By name, as the history tells them. */
  readonly names: Readonly<Record<string, string>>;
  readonly columns: readonly DataColumn<CompanyListRow>[];
  readonly fields: ReactNode;
}

interface Props {
  /** What its rows have beside name and description, kept by its reader. */
  more?: MoreOfRows;
  /** Of `companyList` in the area's contract. */
  calls: CompanyListCalls;
  icon: TablerIcon;
  /** The area's namespace: its sentences stand there under `list`, and what was refused under `faults`. */
  words: string;
}

type Word = 'title' | 'subtitle' | 'tab' | 'create' | 'none' | 'none_hint' | 'name' | 'file';

/** The area's own sentences on its list. */
function useListWords(ns: string): (word: Word) => string {
  const { t } = useTranslation(ns as never);
  return useMemo(() => (word) => (t as (key: string) => string)(`list.${word}`), [t]);
}

interface DialogProps<Row> extends Props {
  row: Row;
  onClose: () => void;
}

function EditDialog({ calls, words, row, more, onClose }: DialogProps<CompanyListRow | null>) {
  const { t } = useTranslation();
  const say = useListWords(words);
  const form = useRecordForm({
    call: row ? calls.update : calls.create,
    ...(row && { params: { id: String(row.id) } }),
    record: row ?? { name: '', description: '', ...more?.blank },
    words,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={row ? row.name : say('create')} onClose={onClose}>
      <TextField name="name" label={say('name')} required data-autofocus />
      <TextAreaField name="description" label={t('company_list.description')} />
      {more?.fields}
    </FormDialog>
  );
}

function RemoveDialog({ calls, words, row, onClose }: DialogProps<CompanyListRow>) {
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage(words);
  const removal = useSend(calls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted(row.name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('company_list.remove_title', { name: row.name })}
      confirm={t('company_list.remove')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate({ params: { id: String(row.id) } })}
      onClose={onClose}
    >
      <p>{t('company_list.remove_text')}</p>
    </ConfirmDialog>
  );
}

function RowHistory({ calls, words, row, more, onClose }: DialogProps<CompanyListRow>) {
  const { t } = useTranslation();
  const say = useListWords(words);
  const query = useCall(calls.history, { params: { id: String(row.id) }, query: {} });
  const fields = { name: say('name'), description: t('company_list.description'), ...more?.names };
  return <HistoryDrawer name={row.name} query={query} fields={fields} onClose={onClose} />;
}

function useColumns({ words, more }: Props): readonly DataColumn<CompanyListRow>[] {
  const { t } = useTranslation();
  const say = useListWords(words);
  return useMemo(
    () => [
      { id: 'name', header: say('name'), names: true, width: '32%', value: ({ name }) => name },
      {
        id: 'description',
        header: t('company_list.description'),
        long: true,
        value: ({ description }) => description,
      },
      ...(more?.columns ?? []),
    ],
    [t, say, more],
  );
}

type DialogState =
  | { kind: 'edit'; row: CompanyListRow | null }
  | { kind: 'remove' | 'history'; row: CompanyListRow };

/** A list of names that a company keeps for itself: the rows with all that is done to them, and their bin. */
export function CompanyListPage(props: Props) {
  const { calls, icon, words } = props;
  const { t } = useTranslation();
  const say = useListWords(words);
  const { id_client: company, roles } = useCompany();
  const mayWrite = allows(calls.create.access as Capability, roles);
  const state = useListState(CompanyListAddress);
  const query = useCall(calls.list);
  const columns = useColumns(props);
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => setDialog(null);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'edit', row: null })}>
      {say('create')}
    </Button>
  );
  const actions = (row: CompanyListRow) => (
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={t('history.title', { name: row.name })}
        icon={IconHistory}
        onClick={() => setDialog({ kind: 'history', row })}
      />
      <RowButton
        label={t('company_list.edit', { name: row.name })}
        icon={IconPencil}
        onClick={() => setDialog({ kind: 'edit', row })}
      />
      <RowButton
        label={t('company_list.remove_of', { name: row.name })}
        icon={IconTrash}
        onClick={() => setDialog({ kind: 'remove', row })}
      />
    </Group>
  );
  return (
    <Page title={say('title')} subtitle={say('subtitle')} actions={query.data?.length !== 0 && create}>
      <Tabs
        value={mayWrite ? state.search.view : 'list'}
        keepMounted={false}
        onChange={(view) => state.set({ view: view === 'bin' ? view : 'list' })}
      >
        {mayWrite && (
          <Tabs.List mb={12} aria-label={say('title')}>
            <Tabs.Tab value="list">{say('tab')}</Tabs.Tab>
            <Tabs.Tab value="bin">{t('bin.title')}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="list">
          <ListPage
            state={state}
            label={say('title')}
            columns={columns}
            query={query}
            rowKey={({ id }) => id}
            empty={{ icon, title: say('none'), hint: say('none_hint'), action: create }}
            exportAs={{
              name: say('file'),
              formats: ['csv', 'xlsx'],
              load: (format) => send(calls.exportList, { query: { format }, company }),
            }}
            {...(mayWrite && { actions })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bin">
          <BinList
            label={t('bin.title')}
            columns={columns}
            calls={{ list: calls.listBin, restore: calls.restore, purge: calls.purge }}
            words={words}
          />
        </Tabs.Panel>
      </Tabs>
      {dialog?.kind === 'edit' && <EditDialog {...props} row={dialog.row} onClose={close} />}
      {dialog?.kind === 'history' && <RowHistory {...props} row={dialog.row} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveDialog {...props} row={dialog.row} onClose={close} />}
    </Page>
  );
}
