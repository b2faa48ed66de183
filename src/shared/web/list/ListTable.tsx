import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Layout } from '../../contract/list-layouts.contract.ts';
import { DataTable } from './DataTable.tsx';
import type { Choosing, DataColumn } from './data-table.model.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterFold } from './FilterFold.tsx';
import { hiddenOf, inOrder } from './layout.model.ts';
import { type ListPageProps, PAGE_SIZE } from './list-props.ts';
import type { ListFields, SearchOf } from './list-state.ts';
import { useOpenedView } from './opened-view.ts';
import { useLayout } from './use-layout.ts';
import type { ListAddress } from './use-list-state.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** Fewer need no choice. */
const MANY_COLUMNS = 4;

/** The columns that the reader left on screen, in the reader's order, and the menu that says which. */
function useColumnChoice<T extends object, F extends ListFields>(
  columns: readonly DataColumn<T>[],
  state: ListAddress<F>,
  name = state.list.name,
) {
  const { list, search, set } = state;
  const { layout, put } = useLayout(name);
  const hidden = useMemo(() => hiddenOf(columns, layout), [columns, layout]);
  const ordered = useMemo(() => inOrder(columns, layout?.columns ?? []), [columns, layout]);
  const density = layout?.density ?? null;
  const keep = (change: Partial<Layout>) =>
    put({ columns: ordered.map(({ id }) => id), hidden: [...hidden], density, ...change });
  const onHidden = (next: readonly string[]) => keep({ hidden: [...next] });
  useOpenedView(state, onHidden);
  const naming = columns.find(({ names }) => names) ?? columns[0];
  const shown = useMemo(
    () => ordered.filter((column) => column === naming || !hidden.includes(column.id)),
    [ordered, hidden, naming],
  );
  const menu = columns.length >= MANY_COLUMNS && (
    <ViewMenu
      list={list.name}
      choice={{
        columns: ordered,
        naming: naming?.id,
        onOrder: (next) => keep({ columns: [...next] }),
        density: density ?? 'comfortable',
        onDensity: (next) => keep({ density: next }),
        onUsual: layout && (() => put({ columns: [], hidden: [...hiddenOf(columns, null)], density: null })),
      }}
      hidden={hidden}
      onHidden={onHidden}
      search={list.saved(search)}
      onShow={(saved) => set(list.restored(saved))}
    />
  );
  return { shown, menu, density };
}

/** How the table is searched, ordered and paged by the address. */
function useTableView<T extends object, F extends ListFields>(props: Props<T, F>) {
  const { list, search, set } = props.state;
  const { q = '', sort: order = '', page = '1' } = search as { q?: string; sort?: string; page?: string };
  const put = (next: Readonly<Record<string, string>>) => set(next as Partial<SearchOf<F>>);
  const { sort = { value: order, onChange: (next: string) => put({ sort: next }) } } = props;
  return {
    view: { q, sort: sort.value },
    onView: (change: { q?: string; sort?: string }) => {
      if (change.q !== undefined) put({ q: change.q });
      if (change.sort !== undefined) sort.onChange(change.sort);
    },
    // All rows at once are searched and ordered here, whatever else the address has pages for.
    ...(list.has('page') &&
      !Array.isArray(props.query.data) && {
        paging: {
          page: Number(page),
          page_size: props.pageSize ?? PAGE_SIZE,
          count: props.count ?? 0,
          onPage: (next: number) => put({ page: String(next) }),
        },
      }),
  };
}

type Props<T extends object, F extends ListFields> = ListPageProps<T, F> & {
  /** Of the rows on all pages; undefined where there is one. */
  count: number | undefined;
  selection: Pick<Choosing<T>, 'chosen' | 'onChosen'>;
};

/** The table of a list, bound to its address. */
export function ListTable<T extends object, F extends ListFields>(props: Props<T, F>) {
  const { state, query, bulk, exportAs, filters } = props;
  const { t } = useTranslation();
  const { shown, menu, density } = useColumnChoice(props.columns, state, props.name);
  const usualSearch = state.list.has('q') ? t('table.search') : null;
  const ids = shown.map(({ id }) => id);
  const print = exportAs?.print;
  const tools = (
    <>
      {menu}
      {exportAs && (
        <ExportMenu
          {...exportAs}
          load={(format) => exportAs.load(format, ids, props.rows ?? [])}
          print={print && (() => print(ids))}
        />
      )}
    </>
  );
  return (
    <DataTable
      {...useTableView(props)}
      label={props.label}
      columns={shown}
      rows={props.rows}
      rowKey={props.rowKey}
      error={query.error}
      onRetry={() => void query.refetch()}
      updatedAt={query.dataUpdatedAt ?? 0}
      empty={props.empty}
      {...(props.noneFound !== undefined && { noneFound: props.noneFound })}
      search={props.search === undefined ? usualSearch : props.search}
      filters={
        filters && (
          <FilterFold active={state.active} onClear={state.clear}>
            {filters}
          </FilterFold>
        )
      }
      filtered={state.active > 0}
      onShowAll={state.clear}
      tools={tools}
      {...(props.counted !== undefined && { counted: props.counted })}
      {...(props.actions && { actions: props.actions })}
      {...(props.card && { card: props.card })}
      {...(bulk && { choosing: { ...props.selection, all: bulk.all, nameOf: bulk.nameOf } })}
      compact={density === null ? (props.compact ?? false) : density === 'compact'}
      asCards={props.asCards ?? false}
      fixed={props.fixed}
      head={props.head}
      level={props.level}
      arranged={props.arranged ?? false}
    />
  );
}
