import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../page/Hint.tsx';
import styles from './DataTable.module.css';
import { chosenWith, type DataColumn, sortingOf, type TableBodyProps } from './data-table.model.ts';

interface HeadProps<T> {
  column: DataColumn<T>;
  sort: string;
  byServer: boolean;
  onSort: (sort: string) => void;
}

/** Ascending, descending, and back to the order in which the rows came; or from the greatest downwards. */
function nextSort<T>({ column, sort }: HeadProps<T>): string {
  const cycle = column.descFirst ? [`-${column.id}`, column.id, ''] : [column.id, `-${column.id}`, ''];
  return cycle[cycle.indexOf(sort) + 1] ?? cycle[0] ?? '';
}

function Head<T>(props: HeadProps<T>) {
  const { column, sort } = props;
  const [current] = sortingOf(sort);
  const desc = current?.id === column.id ? current.desc : null;
  const align = column.numeric || undefined;
  const style = column.width ? { width: column.width } : undefined;
  if (!(column.sortable ?? !props.byServer))
    return (
      <th scope="col" data-numeric={align} style={style} title={column.title}>
        {column.header}
        {column.hint && <Hint text={column.hint} />}
      </th>
    );
  const Icon = desc === null ? IconArrowsSort : desc ? IconArrowDown : IconArrowUp;
  const order = desc === null ? 'none' : desc ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={order} data-numeric={align} style={style} title={column.title}>
      <button type="button" className={styles.sort} onClick={() => props.onSort(nextSort(props))}>
        {column.header}
        <Icon size={13} stroke={2} aria-hidden="true" />
      </button>
      {column.hint && <Hint text={column.hint} />}
    </th>
  );
}

type ChooseAllProps<T> = Pick<TableBodyProps<T>, 'rows' | 'rowKey'> & {
  choosing: NonNullable<TableBodyProps<T>['choosing']>;
};

/** Chooses every row on screen, or none of them. */
function ChooseAll<T>({ rows = [], rowKey, choosing }: ChooseAllProps<T>) {
  const { chosen, onChosen, all } = choosing;
  const keys = rows.map(rowKey);
  const count = keys.filter((key) => chosen.has(key)).length;
  const whole = count > 0 && count === keys.length;
  return (
    <Checkbox
      aria-label={all}
      disabled={keys.length === 0}
      checked={whole}
      indeterminate={count > 0 && !whole}
      onChange={() => onChosen(chosenWith(chosen, keys, !whole))}
    />
  );
}

/** The heads of the columns, by which the rows are ordered. @param actionsWidth where the columns keep their widths */
export function DataTableHead<T>(props: TableBodyProps<T> & { actionsWidth: number | undefined }) {
  const { choosing, actions, actionsWidth } = props;
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {choosing && (
          <th scope="col" className={styles.choice}>
            <ChooseAll {...props} choosing={choosing} />
          </th>
        )}
        {props.columns.map((column) => (
          <Head
            key={column.id}
            column={column}
            sort={props.sort}
            byServer={props.byServer}
            onSort={props.onSort}
          />
        ))}
        {actions && (
          <th scope="col" className={styles.actions} style={{ width: actionsWidth }}>
            <span className="visually-hidden">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
