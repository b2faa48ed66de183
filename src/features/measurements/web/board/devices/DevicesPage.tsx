import { Select, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../../shared/units/units.ts';
import type { Choice } from '../../../../../shared/web/charts/choice.model.ts';
import { RangePicker } from '../../../../../shared/web/charts/RangePicker.tsx';
import { windowOf } from '../../../../../shared/web/charts/window.model.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { useHeardAt } from '../../../../../shared/web/live/heard.ts';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import { usePageTitle } from '../../../../../shared/web/ui/use-page-title.ts';
import type { DeviceCategory } from '../../../../plants/plants.model.ts';
import type { SeriesTree } from '../../../saved-charts.contract.ts';
import { isLive } from '../../chart/chart-query.public.ts';
import { BoardTabs } from '../BoardTabs.tsx';
import classes from '../board.module.css';
import { useSeriesTree } from '../use-board.ts';
import { DevicesChart } from './DevicesChart.tsx';
import { DeviceTable } from './DeviceTable.tsx';
import type { FiguresRequest } from './devices-queries.ts';
import { choiceOf, type DevicesSearch } from './devices-search.ts';
import type { CategoryOf } from './standing.model.ts';

const route = getRouteApi('/portal/apps/asset/charts/devices');

type Name = SeriesTree['names'][number];

interface Kinds {
  categoryOf: CategoryOf;
  /** Kinds of the devices that measure the variable here, the most frequent first. */
  known: DeviceCategory[];
  /** The one that is looked at; null for all. */
  chosen: DeviceCategory | null;
}

function kindsOf(tree: SeriesTree, variable: Name, { plant, kind }: DevicesSearch): Kinds {
  const place = tree.names.indexOf(variable);
  const devices = tree.plants
    .filter(({ proj_code }) => plant === undefined || plant === proj_code)
    .flatMap((one) => one.devices)
    .filter(({ names }) => names.includes(place));
  const byKind = Map.groupBy(devices, ({ category }) => category);
  const known = [...byKind].toSorted(([, a], [, b]) => b.length - a.length).map(([category]) => category);
  const all = new Map(devices.map(({ device_id, category }) => [device_id, category]));
  const wanted = kind === undefined ? known[0] : known.find((one) => one === kind);
  return { categoryOf: (id) => all.get(id) ?? 'other', known, chosen: wanted ?? null };
}

/** Periods that fill a window of whole days exactly, and one of minutes nearly. */
function figuresStep({ span }: Choice): FiguresRequest['resolution'] {
  if (span === 'last') return '15m';
  if (span === 'year') return 'month';
  return span === 'day' ? 'hour' : 'day';
}

/** The variable that the address names, else the one that says most: energy, then power, then the first. */
function variableOf({ names }: SeriesTree, wanted: string | undefined): Name | undefined {
  const of = (quantity: Name['quantity']) => names.find((one) => one.quantity === quantity);
  return (
    names.find(({ name }) => name === wanted) ?? of('energy_export_kwh') ?? of('ac_power_kw') ?? names[0]
  );
}

interface FieldsProps {
  tree: SeriesTree;
  variable: Name;
  kinds: Kinds;
  search: DevicesSearch;
  onSearch: (part: Partial<DevicesSearch>) => void;
}

function Fields({ tree, variable, kinds, search, onSearch }: FieldsProps) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const variables = useMemo(
    () =>
      tree.names
        .map((one) => ({
          value: one.name,
          label: [language === 'it' ? one.label_it : one.label_en, spellUnit(one.unit)]
            .filter(Boolean)
            .join(' · '),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    [tree.names, language],
  );
  const plants = useMemo(
    () => [
      { value: '', label: t('devices.everywhere') },
      ...tree.plants.map(({ proj_code, name }) => ({ value: proj_code, label: name })),
    ],
    [tree.plants, t],
  );
  return (
    <div className={classes.controlsEnd}>
      <Select
        aria-label={t('devices.variable')}
        data={variables}
        value={variable.name}
        onChange={(name) => name && onSearch({ variable: name, page: 1 })}
        searchable
        allowDeselect={false}
        limit={200}
        w={240}
      />
      <Select
        aria-label={t('devices.plant')}
        data={plants}
        value={search.plant ?? ''}
        onChange={(code) => onSearch({ plant: code || undefined, page: 1 })}
        searchable
        allowDeselect={false}
        limit={200}
        w={240}
      />
      {kinds.known.length > 1 && (
        <Select
          aria-label={t('devices.kind')}
          data={[
            { value: 'all', label: t('devices.every_kind') },
            ...kinds.known.map((one) => ({ value: one, label: t(`devices.kinds.${one}`) })),
          ]}
          value={kinds.chosen ?? 'all'}
          onChange={(kind) => onSearch({ kind: (kind ?? undefined) as DevicesSearch['kind'], page: 1 })}
          allowDeselect={false}
          w={190}
        />
      )}
    </div>
  );
}

function Compared({ tree, variable, search, onSearch }: Omit<FieldsProps, 'kinds'>) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const now = useNow(60_000);
  const plant = tree.plants.find(({ proj_code }) => proj_code === search.plant);
  const zone = (plant ?? tree.plants[0])?.time_zone ?? 'UTC';
  const choice = useMemo(() => choiceOf(search), [search]);
  const { start_at, end_at } = windowOf(choice, now, zone);
  const kinds = useMemo(() => kindsOf(tree, variable, search), [tree, variable, search]);
  const category = kinds.chosen ?? undefined;
  const request = useMemo(
    () => ({
      variables: variable.name,
      proj_code: plant?.proj_code,
      category,
      start: new Date(start_at).toISOString(),
      end: new Date(end_at).toISOString(),
    }),
    [variable, plant, category, start_at, end_at],
  );
  const names = useMemo(() => new Map(tree.plants.map((one) => [one.proj_code, one.name])), [tree]);
  const plantName = useMemo(() => (code: string) => names.get(code) ?? code, [names]);
  const codes = plant ? [plant.proj_code] : tree.plants.map(({ proj_code }) => proj_code);
  const heardAt = useHeardAt(useCompany().id_client, codes);
  const edge = { live: isLive(choice, now, zone), choice, heardAt };
  const label = language === 'it' ? variable.label_it : variable.label_en;
  const counted =
    variable.kind === 'counter' && ['energy_export_kwh', 'energy_import_kwh'].includes(variable.quantity);
  return (
    <>
      <section className={`panel ${classes.chart}`}>
        <div className={classes.controls}>
          <RangePicker
            choice={choice}
            now={now}
            zone={zone}
            onChoice={({ span, date, to, last }) => onSearch({ span, date, to, last })}
          />
          <Fields tree={tree} variable={variable} kinds={kinds} search={search} onSearch={onSearch} />
        </div>
        <DevicesChart
          request={request}
          shape={counted ? 'bar' : 'line'}
          title={`${label} – ${plant?.name ?? t('devices.everywhere')}`}
          choice={choice}
          now={now}
          zone={zone}
          page={search.page}
          onPage={(page) => onSearch({ page })}
          plantName={plantName}
          edge={edge}
        />
      </section>
      <DeviceTable
        request={{ ...request, resolution: figuresStep(choice) }}
        variable={variable}
        plantName={plant ? null : plantName}
        categoryOf={kinds.categoryOf}
        edge={edge}
      />
    </>
  );
}

function Devices() {
  const { t } = useTranslation('board');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: tree, error, refetch } = useSeriesTree();
  if (!tree && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!tree) return <Skeleton height={560} radius={12} />;
  const variable = variableOf(tree, search.variable);
  if (!variable) return <EmptyState title={t('picker.nothing')} />;
  const onSearch = (part: Partial<DevicesSearch>) =>
    navigate({
      search: (before: DevicesSearch) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  return <Compared tree={tree} variable={variable} search={search} onSearch={onSearch} />;
}

/** One variable over all devices: their lines together, and what each came to beside its siblings. */
export function DevicesPage() {
  const { t } = useTranslation('board');
  const { id_client } = useCompany();
  usePageTitle(t('devices.title'));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{t('devices.title')}</h1>
          <p className="muted">{t('devices.subtitle')}</p>
        </div>
        <BoardTabs />
      </header>
      <Devices key={id_client} />
    </div>
  );
}
