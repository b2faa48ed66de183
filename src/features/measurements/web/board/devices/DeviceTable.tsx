import { Group, Stack } from '@mantine/core';
import { IconHistory, IconTrendingDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../../shared/units/units.ts';
import { type Edge, useLiveEdge } from '../../../../../shared/web/charts/use-live-edge.ts';
import { type Format, useFormat } from '../../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import { arrangedRows, type DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import type { AddressOf } from '../../../../../shared/web/list/use-list-state.ts';
import { Muted, Note } from '../../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../../shared/web/ui/StatePill.tsx';
import type { SeriesTree } from '../../../saved-charts.contract.ts';
import type { DevicesList } from './devices-list.ts';
import { type FiguresRequest, MAX_COMPARED, PAGE_SIZE, useDevicesFigures } from './devices-queries.ts';
import { type CategoryOf, type Standing, standingsOf, WEAK } from './standing.model.ts';

type Name = SeriesTree['names'][number];

interface Props {
  request: FiguresRequest;
  variable: Name;
  /** Null where the table is of one plant. */
  plantName: ((proj_code: string) => string) | null;
  categoryOf: CategoryOf;
  /** What may move the window's live edge. */
  edge: Omit<Edge, 'refetch'>;
  state: AddressOf<typeof DevicesList>;
}

const NONE: readonly Standing[] = [];
const WEAKEST_FIRST = 'deviation';

const signed = (share: number, number: Format['number']) =>
  `${share > 0 ? '+' : ''}${number(share * 100, 1)} %`;

/** How far a device stands from its siblings: a weak one in the colour of a warning, with its mark. */
function Deviation({ row }: { row: Standing }) {
  const { number } = useFormat();
  if (row.deviation === null) return '–';
  const text = signed(row.deviation, number);
  if (row.deviation > WEAK) return text;
  return <StatePill state="warning" icon={IconTrendingDown} label={text} />;
}

/** What of its energy was booked when the counter came back: it may have been made long before. */
function Recovered({ row }: { row: Standing }) {
  const { number } = useFormat();
  if (row.recovered === null) return '–';
  return <StatePill state="warning" icon={IconHistory} label={number(row.recovered, 1)} />;
}

/** Only the figures that say something of this kind of variable. */
function useColumns(
  { variable, plantName }: Pick<Props, 'variable' | 'plantName'>,
  rows: readonly Standing[],
) {
  const { t } = useTranslation('board');
  return useMemo(() => {
    const unit = spellUnit(variable.unit);
    const has = (field: 'energy' | 'recovered' | 'specific' | 'nominal_power') =>
      rows.some((row) => row[field] !== null);
    const figure = (
      id: keyof Standing & ('mean' | 'min' | 'max' | 'last' | 'sum'),
    ): DataColumn<Standing> => ({
      id,
      header: unit ? `${t(`devices.${id}`)} [${unit}]` : t(`devices.${id}`),
      value: (row) => row[id],
      numeric: true,
      decimals: variable.decimals,
      descFirst: true,
    });
    const counted = variable.kind === 'counter';
    const columns: (DataColumn<Standing> | null)[] = [
      { id: 'device', header: t('devices.device'), value: (row) => row.short_name, names: true },
      plantName && { id: 'plant', header: t('devices.plant'), value: (row) => plantName(row.proj_code) },
      {
        id: 'deviation',
        header: t('devices.deviation'),
        value: (row) => row.deviation,
        cell: (row) => <Deviation row={row} />,
        numeric: true,
      },
      has('specific')
        ? {
            id: 'specific',
            header: `${t('devices.specific')} [kWh/kW]`,
            value: (row) => row.specific,
            numeric: true,
            decimals: 3,
            descFirst: true,
          }
        : null,
      has('energy')
        ? {
            id: 'energy',
            header: `${t('devices.energy')} [kWh]`,
            value: (row) => row.energy,
            numeric: true,
            decimals: 1,
            descFirst: true,
          }
        : null,
      has('recovered')
        ? {
            id: 'recovered',
            header: `${t('devices.recovered')} [kWh]`,
            value: (row) => row.recovered,
            cell: (row) => <Recovered row={row} />,
            numeric: true,
            decimals: 1,
            descFirst: true,
          }
        : null,
      ...(counted ? [] : (['mean', 'min', 'max'] as const).map(figure)),
      variable.kind === 'gauge' && variable.quantity === 'other' ? figure('sum') : null,
      figure('last'),
      has('nominal_power')
        ? {
            id: 'nominal',
            header: `${t('devices.nominal')} [kW]`,
            value: (row) => row.nominal_power,
            numeric: true,
            decimals: 1,
          }
        : null,
    ];
    return columns.filter((column) => column !== null).map((column) => ({ ...column, sortable: true }));
  }, [variable, plantName, rows, t]);
}

/** A device on a phone: how it stands, and its figures in a line. */
function Card({ row, columns }: { row: Standing; columns: readonly DataColumn<Standing>[] }) {
  const { number } = useFormat();
  const figures = columns.flatMap(({ id, header, numeric, decimals = 1, value }) => {
    const figure = value(row);
    const hasFigure = numeric && id !== 'deviation' && typeof figure === 'number';
    return hasFigure ? `${header} ${number(figure, decimals)}` : [];
  });
  const plant = columns.find(({ id }) => id === 'plant');
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap">
        <b>{row.short_name}</b>
        <Deviation row={row} />
      </Group>
      <Muted>{[...(plant ? [String(plant.value(row))] : []), ...figures].join(' · ')}</Muted>
    </Stack>
  );
}

/** The devices as the table orders them, and those of the page on screen; the weakest come first. */
export function useStandings({ request, variable, plantName, categoryOf, edge, state }: Props) {
  const query = useDevicesFigures(request);
  const { data, refetch } = query;
  useLiveEdge({ ...edge, refetch });
  const rows = useMemo(() => data && standingsOf(data.devices, categoryOf), [data, categoryOf]);
  const columns = useColumns({ variable, plantName }, rows ?? NONE);
  const { q, sort } = state.search;
  const view = useMemo(() => ({ q, sort: sort || WEAKEST_FIRST }), [q, sort]);
  const found = useMemo(() => arrangedRows(rows ?? NONE, columns, view), [rows, columns, view]);
  const page = Math.max(1, Math.min(Number(state.search.page), Math.ceil(found.length / PAGE_SIZE)));
  const shown = useMemo(() => found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), [found, page]);
  return { data, refetch, rows: rows ?? NONE, columns, view, found, page, shown };
}

/** What the window came to, device by device, a page at a time: the page's devices are those of the chart. */
export function DeviceTable({
  standings: { data, refetch, rows, columns, view, found, page, shown },
  state,
}: Pick<Props, 'state'> & { standings: ReturnType<typeof useStandings> }) {
  const { t } = useTranslation('board');
  const { number } = useFormat();
  const weak = rows.filter((row) => row.deviation !== null && row.deviation <= WEAK).length;
  const late = rows.filter((row) => row.recovered !== null).length;
  return (
    <Stack gap={8}>
      <h2>{t('devices.figures')}</h2>
      {weak > 0 && (
        <Note tone="warning" role="status" icon={IconTrendingDown}>
          {t('devices.weak', { count: weak, share: number(-WEAK * 100, 0) })}
        </Note>
      )}
      {late > 0 && <Muted>{t('devices.recovered_note', { count: late })}</Muted>}
      {data && data.count > MAX_COMPARED && (
        <Muted>{t('devices.bounded', { most: MAX_COMPARED, all: data.count })}</Muted>
      )}
      <DataTable
        label={t('devices.figures')}
        columns={columns}
        rows={!data || data.failed ? undefined : shown}
        error={data?.failure ?? null}
        onRetry={() => void refetch()}
        rowKey={(row) => row.key}
        empty={{ title: t('devices.none'), hint: t('devices.none_hint') }}
        view={view}
        onView={state.set}
        paging={{
          page,
          page_size: PAGE_SIZE,
          count: found.length,
          onPage: (next) => state.set({ page: String(next) }),
        }}
        card={(row) => <Card row={row} columns={columns} />}
        compact
      />
    </Stack>
  );
}
