import { Button } from '@mantine/core';
import { IconCalendarOff, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Rgi, rgiCalls } from '../rgi.contract.ts';
import { RgiEffect } from './forms/RgiEffect.tsx';
import type { RgiAddress } from './rgi-list.ts';

function useColumns(): readonly DataColumn<Rgi>[] {
  const { t } = useTranslation('rgi');
  const { dateTime, number } = useFormat();
  return useMemo(
    () => [
      { id: 'name', header: t('field.name'), names: true, value: ({ name }) => name || t('unnamed') },
      { id: 'plant', header: t('field.plant'), value: ({ plant_name }) => plant_name },
      {
        id: 'working',
        header: t('field.kind'),
        value: ({ working }) => t(working === null ? 'kind.both' : working ? 'kind.working' : 'kind.closed'),
      },
      {
        id: 'start_time',
        header: t('field.start'),
        value: ({ start_time }) => start_time,
        cell: ({ start_time, time_zone }) => dateTime(start_time, time_zone),
      },
      {
        id: 'end_time',
        header: t('field.end'),
        value: ({ end_time }) => end_time,
        cell: ({ end_time, time_zone }) => dateTime(end_time, time_zone),
      },
      {
        id: 'count',
        header: t('field.count'),
        numeric: true,
        value: ({ count }) => count,
        cell: ({ count }) => number(count, 0),
      },
    ],
    [t, dateTime, number],
  );
}

interface Props {
  state: RgiAddress;
  may: boolean;
  plants: readonly { proj_code: string; name: string }[];
}

/** Of so many plants it is shown what the deletion does. */
const MAX_EFFECTS = 3;

function Remove({ entries, onClose }: { entries: readonly Rgi[]; onClose: () => void }) {
  const { t } = useTranslation('rgi');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('remove.title', { count: entries.length })}
      confirm={t('remove.confirm')}
      words="rgi"
      act={() => send(rgiCalls.remove, { body: { list: entries.map(({ id }) => id) }, company })}
      onDone={() => {
        toast.deleted(entries.map(({ name }) => name || t('unnamed')).join(', '));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
      {[...Map.groupBy(entries, ({ proj_code }) => proj_code)]
        .slice(0, MAX_EFFECTS)
        .map(([proj_code, [first, ...more]]) => (
          <div key={proj_code}>
            {entries.length > 1 && <Muted>{first?.plant_name}</Muted>}
            <RgiEffect
              body={{ proj_code, instead_of: [first, ...more].map((one) => one?.id) }}
              zone={first?.time_zone ?? HERE}
            />
          </div>
        ))}
    </ConfirmAction>
  );
}

/** The entries of the calendar as a list, of which several are deleted at once. */
export function RgiEntries({ state, may, plants }: Props) {
  const { t } = useTranslation('rgi');
  const { plant } = state.search;
  const query = useCall(rgiCalls.list, { query: plant ? { proj_code: plant } : {} });
  const [removed, setRemoved] = useState<readonly Rgi[]>([]);
  const nameOf = ({ name }: Rgi) => name || t('unnamed');
  return (
    <>
      <ListPage
        state={state}
        label={t('title')}
        columns={useColumns()}
        query={query}
        rowKey={({ id }) => id}
        filters={
          <PickFilter
            state={state}
            name={'plant'}
            label={t('field.plant')}
            any={t('any_plant')}
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
        }
        empty={{ icon: IconCalendarOff, title: t('none'), hint: t('none_hint') }}
        {...(may && {
          actions: (entry: Rgi) => (
            <>
              <RowButton
                label={t('edit_of', { name: nameOf(entry) })}
                icon={IconPencil}
                onClick={() => state.set({ open: String(entry.id), form: undefined })}
              />
              <RowButton
                label={t('copy.of', { name: nameOf(entry) })}
                icon={IconCopy}
                onClick={() => state.set({ open: String(entry.id), form: 'copy' })}
              />
              <RowButton
                label={t('remove.of', { name: nameOf(entry) })}
                icon={IconTrash}
                onClick={() => setRemoved([entry])}
              />
            </>
          ),
          bulk: {
            all: t('bulk.all'),
            nameOf,
            label: t('bulk.label'),
            chosen: (rows: readonly Rgi[]) => t('bulk.chosen', { count: rows.length }),
            actions: (rows: readonly Rgi[]) => (
              <Button
                variant="default"
                leftSection={<IconTrash size={16} />}
                onClick={() => setRemoved(rows)}
              >
                {t('remove.confirm')}
              </Button>
            ),
          },
        })}
      />
      {removed.length > 0 && <Remove entries={removed} onClose={() => setRemoved([])} />}
    </>
  );
}
