import { Box } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { Fact, Facts } from '../../../../../shared/web/page/Facts.tsx';
import { COLUMNS } from './columns.ts';
import { DeviceName, useCell } from './DeviceCells.tsx';
import { PlantHead, PortHead } from './GroupHeads.tsx';
import type { Row, Words } from './home.model.ts';

interface Props {
  rows: readonly Row[];
  words: Words;
  now: number;
  sort: string;
  onSort: (sort: string) => void;
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  /** Buttons of a row. */
  actions: (row: Row) => ReactNode;
}

/** What a card on a phone says of a device, beside its name and state. */
const FACTS = ['contact', 'success', 'category', 'unit'] as const;

const levelOf = (row: Row): number =>
  row.kind === 'plant' ? 0 : row.kind === 'device' && row.placed.port ? 2 : 1;

/** Plants, ports and devices in one dense table. */
export function TreeTable({ rows, words, now, sort, onSort, folded, onFold, actions }: Props) {
  const { t } = useTranslation('field');
  const cell = useCell();
  const alone = sort !== '';
  const columns = useMemo(
    () =>
      COLUMNS.map(
        ({ id, numeric, wide, descFirst, width }): DataColumn<Row> => ({
          id,
          header: t(`column.${id}`),
          numeric,
          wide,
          descFirst,
          width,
          names: id === 'device',
          sortable: true,
          value: (row) => (row.kind === 'device' && id === 'device' ? row.placed.device.short_name : null),
          cell: (row) => row.kind === 'device' && cell(id, { placed: row.placed, words, now, alone }),
        }),
      ),
    [t, cell, words, now, alone],
  );
  const head = (row: Row) => {
    if (row.kind === 'device') return null;
    const fold = { folded: folded.has(row.key), onFold: () => onFold(row.key) };
    return row.kind === 'plant' ? <PlantHead row={row} {...fold} /> : <PortHead row={row} {...fold} />;
  };
  const card = (row: Row) => {
    if (row.kind !== 'device') return null;
    const one = { placed: row.placed, words, now, alone };
    return (
      <>
        <DeviceName {...one} />
        <Box mt={4}>{cell('state', one)}</Box>
        <Facts min={110}>
          {FACTS.map((id) => (
            <Fact key={id} label={t(`column.${id}`)}>
              {cell(id, one)}
            </Fact>
          ))}
        </Facts>
      </>
    );
  };
  return (
    <DataTable
      label={t('home.table')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      bar={false}
      arranged
      fixed
      compact
      view={{ q: '', sort }}
      onView={(next) => next.sort !== undefined && onSort(next.sort)}
      head={head}
      {...(alone ? {} : { level: levelOf })}
      card={card}
      actions={actions}
      empty={{ title: t('home.table') }}
    />
  );
}
