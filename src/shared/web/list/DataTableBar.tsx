import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import styles from './DataTable.module.css';
import type { DataColumn, Paging, TableView } from './data-table.model.ts';
import { SearchField } from './SearchField.tsx';

interface BarProps<T> {
  columns: readonly DataColumn<T>[];
  view: TableView;
  onView: (change: Partial<TableView>) => void;
  byServer: boolean;
  phone: boolean;
  /** Null: no search field. */
  searchLabel: string | null;
  filters: ReactNode;
  counted: string | null;
  tools: ReactNode;
}

/** Where there are no heads to press: the orders as a list. */
function SortSelect<T>({ columns, view, onView, byServer }: BarProps<T>) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable ?? !byServer);
  if (sortable.length === 0) return null;
  const data = sortable.flatMap(({ id, header }) => [
    { value: id, label: t('table.ascending', { column: header }) },
    { value: `-${id}`, label: t('table.descending', { column: header }) },
  ]);
  return (
    <NativeSelect
      flex="1 1 110px"
      miw={0}
      aria-label={t('table.sort')}
      value={view.sort}
      data={[{ value: '', label: t('table.unsorted') }, ...data]}
      onChange={(event) => onView({ sort: event.currentTarget.value })}
    />
  );
}

/** Search, filters, count and tools above a table. */
export function DataTableBar<T>(props: BarProps<T>) {
  const { view, onView, searchLabel } = props;
  return (
    <div className={styles.bar}>
      {searchLabel !== null && (
        <SearchField
          className={styles.search ?? ''}
          label={searchLabel}
          value={view.q}
          onSearch={(q) => onView({ q })}
        />
      )}
      {props.filters}
      {props.phone && <SortSelect {...props} />}
      <div className={styles.end}>
        <p className={styles.count} role="status">
          {props.counted}
        </p>
        {props.tools}
      </div>
    </div>
  );
}

const SIZES = ['25', '50', '100', '250'];

/** Steps through the server's pages. */
export function DataTablePager({ page, page_size, count, onPage, onPageSize, of }: Paging) {
  const { t } = useTranslation();
  const format = useFormat();
  const whole = (value: number) => format.number(value, 0);
  const last = Math.max(1, Math.ceil(count / page_size));
  const from = Math.min(count, (page - 1) * page_size + 1);
  const to = Math.min(count, page * page_size);
  return (
    <nav className={styles.pager} aria-label={[t('table.pages'), of].filter(Boolean).join(' · ')}>
      {onPageSize && (
        <NativeSelect
          aria-label={t('table.page_size')}
          value={String(page_size)}
          data={SIZES.map((value) => ({ value, label: t('table.per_page', { size: value }) }))}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
      )}
      <span className={styles.range}>
        {t('table.range', { from: whole(from), to: whole(to), all: whole(count) })}
      </span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('table.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('table.next')}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </nav>
  );
}
