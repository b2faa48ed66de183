import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearchOff } from '@tabler/icons-react';
import { useTable } from '@tanstack/react-table';
import { type ComponentProps, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { StaleLine } from '../ui/StaleLine.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import styles from './DataTable.module.css';
import { DataTableBar, DataTablePager } from './DataTableBar.tsx';
import { DataTableCards } from './DataTableCards.tsx';
import { DataTableRows } from './DataTableRows.tsx';
import {
  type Choosing,
  columnDefsOf,
  type DataColumn,
  features,
  type Paging,
  searchRows,
  sortingOf,
  type TableLook,
  type TableView,
} from './data-table.model.ts';

export interface DataTableProps<T extends object> extends TableLook<T> {
  /** Names the table for readers of screens. */
  label: string;
  /** Keep them the same between renders: `useMemo`. */
  columns: readonly DataColumn<T>[];
  /** Undefined until they are known. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  /** Why the rows could not be loaded, or not anew; null when all is well. */
  error?: unknown;
  onRetry?: () => void;
  /** When the rows on screen were answered: told when they could not be had anew. */
  updatedAt?: number;
  /** What is said when there is nothing at all. */
  empty: Pick<ComponentProps<typeof EmptyState>, 'title' | 'hint' | 'icon' | 'action'>;
  /** The title where filters hide every row. */
  noneFound?: string;
  /** What the search field is called; null: there is none. */
  search?: string | null;
  /** Fields beside the search. */
  filters?: ReactNode;
  /** Whether `filters` hide rows, so that emptiness is told as nothing found; `onShowAll` undoes them. */
  filtered?: boolean;
  onShowAll?: () => void;
  /** Buttons or a menu for one row. */
  actions?: (row: T) => ReactNode;
  /** Rows can be chosen to do something with all of them. */
  choosing?: Choosing<T>;
  /** A row on a phone, where its columns one below the other would take too much room. */
  card?: (row: T) => ReactNode;
  /** Search and order when the page holds them, for instance in its address; else the table remembers them. */
  view?: TableView;
  onView?: (change: Partial<TableView>) => void;
  /** The rows are one page of the server's, which searches and orders. */
  paging?: Paging;
  /** How many there are, where a row is not one of what is counted. */
  counted?: string;
  /** At the end of the bar: what is done with the whole table. */
  tools?: ReactNode;
  compact?: boolean;
  /** Rows as cards beside each other, on wide screens too. */
  asCards?: boolean;
  /** The rows come searched and ordered by the page. */
  arranged?: boolean;
  /** False: no bar, for a page that has search, filters and count of its own. */
  bar?: boolean;
}

const NONE: readonly never[] = [];
const NO_ROWS: never[] = [];
/** Rows that take room while a page is awaited: as many as a tall window shows. */
const MAX_EXPECTED = 25;

/** The rows as the reader asked for them: searched and ordered here, unless the server does it. */
function useArranged<T extends object>(props: DataTableProps<T>, { q, sort }: TableView): readonly T[] {
  const { columns, rows = NONE, paging } = props;
  const byServer = paging !== undefined || props.arranged === true;
  const wanted = useDeferredValue(q);
  const found = useMemo(
    () => (byServer ? rows : searchRows(rows, columns, wanted)),
    [rows, columns, wanted, byServer],
  );
  const defs = useMemo(() => columnDefsOf(columns, byServer), [columns, byServer]);
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const table = useTable({
    features,
    columns: defs,
    // The engine makes a row of its own of each: of thousands that come in order it is not asked.
    data: byServer ? NO_ROWS : found,
    state: { sorting },
    manualSorting: byServer,
  });
  return byServer ? found : table.getRowModel().rows.map((row) => row.original);
}

/** How many rows there are, and how many of them are shown. */
function useCounted(shown: number, all: number, byServer: boolean): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (byServer || shown === all) return t('table.count', { count: all, all: format.number(all, 0) });
  return t('table.matches', { shown: format.number(shown, 0), all: format.number(all, 0) });
}

function NothingFound({ title, onShowAll }: { title: string | undefined; onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconSearchOff}
      title={title ?? t('table.none_found')}
      hint={t('table.none_found_hint')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('table.show_all')}
        </Button>
      }
    />
  );
}

const lookOf = <T extends object>({ head, level, muted, fixed, sheet }: DataTableProps<T>): TableLook<T> => ({
  head,
  level,
  muted,
  fixed,
  sheet,
});

interface ShownProps<T extends object> extends DataTableProps<T> {
  view: TableView;
  onView: (change: Partial<TableView>) => void;
  /** Of all rows, those that are found. */
  all: number;
  /** Whether search or filters hide rows. */
  narrowed: boolean;
}

/** What the table is when it is not empty and has not failed. */
function Shown<T extends object>(props: ShownProps<T>) {
  const { rows, view, paging, onView } = props;
  const { t } = useTranslation();
  const printing = usePrinting();
  const phone =
    useMediaQuery('(max-width: 768.98px)', undefined, { getInitialValueInEffect: false }) === true &&
    !printing;
  const narrow =
    useMediaQuery('(max-width: 1199.98px)', undefined, { getInitialValueInEffect: false }) === true;
  const byServer = paging !== undefined;
  const columns = useMemo(
    () => (narrow ? props.columns.filter((column) => !column.wide) : props.columns),
    [narrow, props.columns],
  );
  const shown = useArranged(props, view);
  const counted = useCounted(shown.length, props.all, byServer);
  const showAll = () => {
    if (view.q !== '') onView({ q: '' });
    props.onShowAll?.();
  };
  const failed = !rows && Boolean(props.error);
  const nothingFound = <NothingFound title={props.noneFound} onShowAll={showAll} />;
  const Body = phone || props.asCards ? DataTableCards : DataTableRows;
  return (
    <div className={styles.whole}>
      {props.bar !== false && (
        <DataTableBar
          columns={props.columns}
          view={view}
          onView={onView}
          byServer={byServer}
          phone={phone}
          searchLabel={props.search === undefined ? t('table.search') : props.search}
          filters={props.filters}
          counted={rows ? (props.counted ?? counted) : null}
          tools={props.tools}
        />
      )}
      {rows && props.error ? <StaleLine updatedAt={props.updatedAt ?? 0} /> : null}
      {failed && <ErrorState error={props.error} onRetry={() => props.onRetry?.()} />}
      {rows && shown.length === 0 && (props.narrowed ? nothingFound : <EmptyState {...props.empty} />)}
      {!failed && (!rows || shown.length > 0) && (
        <Body
          label={props.label}
          {...lookOf(props)}
          columns={columns}
          rows={rows && shown}
          rowKey={props.rowKey}
          actions={props.actions}
          choosing={props.choosing}
          card={props.card}
          compact={props.compact ?? false}
          expected={paging && Math.min(paging.page_size, MAX_EXPECTED)}
          sort={view.sort}
          byServer={byServer}
          onSort={(sort) => onView({ sort })}
        />
      )}
      {paging && props.all > 0 && <DataTablePager {...paging} />}
    </div>
  );
}

/** The portal's one table: search, order, five states; cards under 769 pixels; of many rows only the near are rendered. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, error } = props;
  const [own, setOwn] = useState<TableView>({ q: '', sort: '' });
  const view = props.view ?? own;
  const change = (part: Partial<TableView>) =>
    props.onView ? props.onView(part) : setOwn({ ...own, ...part });
  const all = props.paging?.count ?? rows?.length ?? 0;
  const narrowed = view.q.trim() !== '' || props.filtered === true;
  // What the server searches keeps its bar in every state: the question itself may be what fails.
  const asked = props.paging !== undefined;
  if (!asked && !rows && error) return <ErrorState error={error} onRetry={() => props.onRetry?.()} />;
  // Rows that the page arranges come after what was typed: a search just cleared still has what it found, and its focus.
  if (!asked && !props.arranged && rows && all === 0 && !narrowed) return <EmptyState {...props.empty} />;
  return <Shown {...props} view={view} onView={change} all={all} narrowed={narrowed} />;
}
