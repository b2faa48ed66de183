import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';
import classes from './tree.module.css';

interface Props {
  columns: readonly Column[];
  sort: string;
  onSort: (sort: string) => void;
}

/** One direction, the other, and back to plants and ports. */
function nextSort({ id, descFirst }: Column, sort: string): string {
  const cycle = descFirst ? [`-${id}`, id, ''] : [id, `-${id}`, ''];
  return cycle[cycle.indexOf(sort) + 1] ?? cycle[0] ?? '';
}

function Head({ column, sort, onSort }: Omit<Props, 'columns'> & { column: Column }) {
  const { t } = useTranslation('field');
  const order = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : 'none';
  const Icon = order === 'none' ? IconArrowsSort : order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" data-column={column.id} data-numeric={column.numeric || undefined} aria-sort={order}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(column, sort))}>
        {t(`column.${column.id}`)}
        <Icon size={13} stroke={2} aria-hidden="true" />
      </button>
    </th>
  );
}

/** The heads of the table of devices, by which it is ordered. */
export function TreeHead({ columns, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Head key={column.id} column={column} {...rest} />
        ))}
        <th scope="col" className={classes.actions}>
          <span className="visually-hidden">{t('table.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}
