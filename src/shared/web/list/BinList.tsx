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
  readonly deleted_at: string;
  /** Who deleted it, where the answer says it; null for the program, and for people who are gone. */
  readonly deleted_by?: string | null;
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
  /** What the list is asked for beside its page: of which plant. */
  query?: Readonly<Record<string, string>>;
  /** What a row is called, where that is not its `name`. */
  nameOf?: (row: T) => string;
  /** What goes with a row for ever: its name has to be typed before. */
  purgeText?: string;
  /** Whether the reader may delete for ever. */
  mayPurge?: boolean;
  /** Why nothing can be done with a row any more; null where it can. */
  busy?: (row: T) => string | null;
  /** Says that a row is back, where there is more to say. */
  restored?: (row: T, answer: unknown) => string;
}

interface BinPage<T> {
  readonly count: number;
  readonly results: readonly (T & BinnedRow)[];
}

const PAGE_SIZE = 100;
const pageOf = (page: number, query: Readonly<Record<string, string>> = {}) => ({
  query: { ...query, page: String(page), page_size: String(PAGE_SIZE) },
});
/** What is asked first. */
export const FIRST_PAGE = pageOf(1);
const idOf = ({ id }: BinnedRow) => ({ params: { id: String(id) } });

interface PurgeProps {
  call: AnyCall;
  row: BinnedRow;
  name: string;
  words: string;
  text: string | undefined;
  onClose: () => void;
}

function PurgeDialog({ call, row, name, words, text, onClose }: PurgeProps) {
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage(words);
  const purging = useSend(call, {
    goneIsDone: true,
    onDone: () => {
      toast.deleted(name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('bin.purge_title', { name })}
      confirm={t('bin.purge')}
      {...(text !== undefined && { typed: name })}
      busy={purging.isPending}
      fault={purging.error && formMessage(purging.error)}
      onConfirm={() => purging.mutate(idOf(row))}
      onClose={onClose}
    >
      <p>
        {text} {t('bin.purge_text')}
      </p>
    </ConfirmDialog>
  );
}

function useColumns<T extends object>(
  columns: readonly DataColumn<T>[],
  rows: readonly (T & BinnedRow)[] | undefined,
  busy: ((row: T) => string | null) | undefined,
): readonly DataColumn<T & BinnedRow>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const whoIsKnown = rows?.some((row) => row.deleted_by !== undefined) === true;
  return useMemo(
    () => [
      ...columns,
      {
        id: 'deleted',
        header: t('bin.deleted'),
        value: ({ deleted_at }: BinnedRow) => deleted_at,
        cell: (row: T & BinnedRow) => busy?.(row) ?? dateTime(row.deleted_at, HERE),
      },
      ...(whoIsKnown ? [{ id: 'who', header: t('bin.who'), value: (row: BinnedRow) => row.deleted_by }] : []),
    ],
    [columns, t, dateTime, busy, whoIsKnown],
  );
}

const usualName = (row: object): string => String(Reflect.get(row, 'name'));

/** What lies in the bin of a list: it comes back, or goes for ever after a question. */
export function BinList<T extends object>(props: BinListProps<T>) {
  const { label, calls, words, nameOf = usualName, mayPurge = true, busy } = props;
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage(words);
  const [page, setPage] = useState(1);
  const [purged, setPurged] = useState<(T & BinnedRow) | null>(null);
  const { data, error, refetch, dataUpdatedAt } = useCall<AnyCall, BinPage<T>>(
    calls.list,
    pageOf(page, props.query),
    {
      placeholderData: keepPreviousData,
    },
  );
  // What lay on the last page may be gone.
  const last = Math.max(1, Math.ceil((data?.count ?? 0) / PAGE_SIZE));
  if (data && page > last) setPage(last);
  const restoring = useSend(calls.restore, { onFailed: (fault) => toast.failed(formMessage(fault)) });
  const restore = async (row: T & BinnedRow) => {
    // Awaited here, for the row may have left the screen by then, and what the call answers has no name.
    const done = await restoring.mutateAsync(idOf(row)).then(
      (answer) => ({ answer }),
      () => null,
    );
    if (done) toast.done(props.restored?.(row, done.answer) ?? t('bin.restored', { name: nameOf(row) }));
  };
  const button = (word: 'restore' | 'purge', row: T & BinnedRow, act: () => void) => (
    <Button
      size="compact-sm"
      variant="subtle"
      {...(word === 'purge' && { color: 'red' })}
      aria-label={t(`bin.${word}_of`, { name: nameOf(row) })}
      onClick={act}
    >
      {t(`bin.${word}`)}
    </Button>
  );
  return (
    <>
      <DataTable
        label={label}
        columns={useColumns(props.columns, data?.results, busy)}
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
        actions={(row) =>
          !busy?.(row) && (
            <>
              {button('restore', row, () => void restore(row))}
              {mayPurge && button('purge', row, () => setPurged(row))}
            </>
          )
        }
      />
      {purged && (
        <PurgeDialog
          call={calls.purge}
          row={purged}
          name={nameOf(purged)}
          words={words}
          text={props.purgeText}
          onClose={() => setPurged(null)}
        />
      )}
    </>
  );
}
