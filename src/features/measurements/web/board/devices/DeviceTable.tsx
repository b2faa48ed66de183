import { IconHistory, IconTrendingDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../../shared/units/units.ts';
import { type Edge, useLiveEdge } from '../../../../../shared/web/charts/use-live-edge.ts';
import { type Format, useFormat } from '../../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { StatePill } from '../../../../../shared/web/ui/StatePill.tsx';
import type { SeriesTree } from '../../../saved-charts.contract.ts';
import classes from '../board.module.css';
import { type FiguresRequest, MAX_COMPARED, useDevicesFigures } from './devices-queries.ts';
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
}

const WEAKEST_FIRST = { q: '', sort: 'deviation' };

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
    return columns.filter((column) => column !== null);
  }, [variable, plantName, rows, t]);
}

/** What the window came to, device by device; by deviation the weak ones come first. */
export function DeviceTable({ request, variable, plantName, categoryOf, edge }: Props) {
  const { t } = useTranslation('board');
  const { number } = useFormat();
  const { data, refetch } = useDevicesFigures(request);
  useLiveEdge({ ...edge, refetch });
  const [view, setView] = useState(WEAKEST_FIRST);
  const rows = useMemo(() => data && standingsOf(data.devices, categoryOf), [data, categoryOf]);
  const columns = useColumns({ variable, plantName }, rows ?? []);
  const weak = rows?.filter((row) => row.deviation !== null && row.deviation <= WEAK).length ?? 0;
  const late = rows?.filter((row) => row.recovered !== null).length ?? 0;
  return (
    <div className={classes.main}>
      <h2>{t('devices.figures')}</h2>
      {weak > 0 && (
        <p className={classes.quiet} role="status">
          {t('devices.weak', { count: weak, share: number(-WEAK * 100, 0) })}
        </p>
      )}
      {late > 0 && <p className={classes.quiet}>{t('devices.recovered_note', { count: late })}</p>}
      {data && data.count > MAX_COMPARED && (
        <p className={classes.quiet}>{t('devices.bounded', { most: MAX_COMPARED, all: data.count })}</p>
      )}
      <DataTable
        label={t('devices.figures')}
        columns={columns}
        rows={data?.failed ? undefined : rows}
        error={data?.failure ?? null}
        onRetry={() => void refetch()}
        rowKey={(row) => row.key}
        empty={{ title: t('devices.none'), hint: t('devices.none_hint') }}
        view={view}
        onView={(change) => setView((before) => ({ ...before, ...change }))}
        compact
      />
    </div>
  );
}
