import { Button } from '@mantine/core';
import { IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type CommunityRow, communityCalls } from '../../community.contract.ts';
import { CommunitiesList } from './communities-list.ts';

const RESULTS = '/apps/cerresid/energy_community/results';
const SETTINGS = '/apps/cerresid/energy_community/settings';

function NewCommunity({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('community');
  const navigate = useNavigate();
  const form = useRecordForm({
    call: communityCalls.create,
    record: { name: '', description: '' },
    words: 'community',
    onSaved: ({ id }) => void navigate({ to: SETTINGS, search: { id: String(id) } as never }),
  });
  return (
    <FormDialog form={form} title={t('add')} onClose={onClose}>
      <TextField name="name" label={t('field.name')} required />
      <TextField name="description" label={t('field.description')} />
    </FormDialog>
  );
}

function RemoveCommunity({ row, onClose }: { row: CommunityRow; onClose: () => void }) {
  const { t } = useTranslation('community');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('remove.title', { name: row.name })}
      confirm={t('remove.confirm')}
      words="community"
      act={() => send(communityCalls.remove, { params: { id: String(row.id) }, company })}
      onDone={() => toast.deleted(row.name)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmAction>
  );
}

function useColumns(mayWrite: boolean): readonly DataColumn<CommunityRow>[] {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        names: true,
        value: ({ name }) => name,
        cell: ({ id, name }) =>
          mayWrite ? (
            <Link to={SETTINGS} search={{ id: String(id) } as never} preload={false}>
              {name}
            </Link>
          ) : (
            <Link to={RESULTS} search={{ community: String(id) } as never} preload={false}>
              {name}
            </Link>
          ),
      },
      { id: 'description', header: t('field.description'), value: ({ description }) => description },
      { id: 'substation', header: t('field.substation'), value: ({ substation }) => substation },
      {
        id: 'members',
        header: t('field.members'),
        numeric: true,
        value: ({ members }) => members,
        cell: ({ members }) => number(members, 0),
      },
      {
        id: 'plants',
        header: t('field.plants'),
        numeric: true,
        value: ({ plants }) => plants,
        // Of a community whose plants are not all seen no sum looks whole.
        cell: ({ plants, partial }) =>
          partial ? t('seen_of_more', { seen: number(plants, 0) }) : number(plants, 0),
      },
      {
        id: 'power_kw',
        header: `${t('field.power_kw')} (kW)`,
        numeric: true,
        value: ({ power_kw }) => power_kw,
        cell: ({ power_kw, partial }) =>
          partial ? t('seen_of_more', { seen: number(power_kw, 1) }) : number(power_kw, 1),
      },
    ],
    [t, number, mayWrite],
  );
}

/** Energy communities of the company. // spec §2 */
export function CommunitiesPage() {
  const { t } = useTranslation('community');
  const may = useCan('community.write');
  const state = useListState(CommunitiesList);
  const query = useCall(communityCalls.list);
  const [leaving, setLeaving] = useState<CommunityRow | null>(null);
  const add = may && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => state.set({ form: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={query.data?.length !== 0 && add}>
      <ListPage
        state={state}
        label={t('title')}
        columns={useColumns(may)}
        query={query}
        rowKey={({ id }) => id}
        empty={{ icon: IconUsersGroup, title: t('none'), hint: t('none_hint'), action: add }}
        {...(may && {
          actions: (row: CommunityRow) => (
            <RowButton
              label={t('remove.of', { name: row.name })}
              icon={IconTrash}
              onClick={() => setLeaving(row)}
            />
          ),
        })}
      />
      {may && state.search.form === 'new' && <NewCommunity onClose={() => state.set({ form: undefined })} />}
      {leaving && <RemoveCommunity row={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  );
}
