import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyCall } from '../../contract/call.ts';
import { useCall, useSend } from '../api/use-call.ts';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.ts';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './data-table.model.ts';

/** What lies in a bin. */
export interface BinnedRow {
  readonly id: number;
  readonly name: string;
  readonly deleted_at: string;
}

export interface BinListProps<T extends object> {
  /** Names the table. */
  label: string;
  /** Those of the list; when a row was deleted is added. Kept by `useMemo`. */
  columns: readonly DataColumn<T>[];
  /** A page of the bin; what restores a row of it, and what deletes one for ever, by `id`. */
  calls: { readonly list: AnyCall; readonly restore: AnyCall; readonly purge: AnyCall };
  /** The namespace of the area's words: what was refused stands there under `faults`. */
  words: string;
}

interface BinPage<T> {
  readonly count: number;
  readonly results: readonly (T & BinnedRow)[];
}

const PAGE_SIZE = 100;
const idOf = ({ id }: BinnedRow) => ({ params: { id: String(id) } });

interface PurgeProps {
  call: AnyCall;
  row: BinnedRow;
  words: string;
  onClose: () => void;
}

function PurgeDialog({ call, row, words, onClose }: PurgeProps) {
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage(words);
  const purging = useSend(call, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted(row.name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('bin.purge_title', { name: row.name })}
      confirm={t('bin.purge')}
      busy={purging.isPending}
      fault={purging.error && formMessage(purging.error)}
      onConfirm={() => purging.mutate(idOf(row))}
      onClose={onClose}
    >
      <p>{t('bin.purge_text')}</p>
    </ConfirmDialog>
  );
}

function useColumns<T extends object>(
  columns: readonly DataColumn<T>[],
): readonly DataColumn<T & BinnedRow>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return useMemo(
    () => [
      ...columns.map((column) => ({ ...column, sortable: false })),
      { id: 'deleted', header: t('bin.deleted'), value: ({ deleted_at }) => dateTime(deleted_at, HERE) },
    ],
    [columns, t, dateTime],
  );
}

/** What lies in the bin of a list: it comes back, or goes for ever after a question. */
export function BinList<T extends object>({ label, columns, calls, words }: BinListProps<T>) {
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage(words);
  const [page, setPage] = useState(1);
  const [purged, setPurged] = useState<BinnedRow | null>(null);
  const { data, error, refetch, dataUpdatedAt } = useCall<AnyCall, BinPage<T>>(
    calls.list,
    { query: { page: String(page), page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData },
  );
  // What lay on the last page may be gone.
  const last = Math.max(1, Math.ceil((data?.count ?? 0) / PAGE_SIZE));
  if (data && page > last) setPage(last);
  const restoring = useSend(calls.restore, { onFailed: (fault) => toast.failed(formMessage(fault)) });
  const restore = async (row: BinnedRow) => {
    // Awaited here, for the row may have left the screen by then, and what the call answers has no name.
    const done = await restoring.mutateAsync(idOf(row)).then(
      () => true,
      () => false,
    );
    if (done) toast.done(t('bin.restored', { name: row.name }));
  };
  return (
    <>
      <DataTable
        label={label}
        columns={useColumns(columns)}
        rows={data?.results}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        search={null}
        empty={{ icon: IconTrash, title: t('bin.empty'), hint: t('bin.empty_hint') }}
        {...(data && data.count > PAGE_SIZE
          ? { paging: { page, page_size: PAGE_SIZE, count: data.count, onPage: setPage } }
          : {})}
        actions={(row) => (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('bin.restore_of', { name: row.name })}
              onClick={() => void restore(row)}
            >
              {t('bin.restore')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('bin.purge_of', { name: row.name })}
              onClick={() => setPurged(row)}
            >
              {t('bin.purge')}
            </Button>
          </>
        )}
      />
      {purged && (
        <PurgeDialog call={calls.purge} row={purged} words={words} onClose={() => setPurged(null)} />
      )}
    </>
  );
}
