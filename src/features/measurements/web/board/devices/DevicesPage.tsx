import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../../../../shared/web/charts/ChartFrame.tsx';
import type { Choice } from '../../../../../shared/web/charts/choice.model.ts';
import { readZoom, zoomChange } from '../../../../../shared/web/charts/view.model.ts';
import { choiceHolding, windowOf } from '../../../../../shared/web/charts/window.model.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { type AddressOf, useListState } from '../../../../../shared/web/list/use-list-state.ts';
import { useHeardAt } from '../../../../../shared/web/live/heard.ts';
import { Page } from '../../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import type { SeriesTree } from '../../../saved-charts.contract.ts';
import { isLive } from '../../chart/chart-query.public.ts';
import { BoardTabs } from '../BoardTabs.tsx';
import { useSeriesTree } from '../use-board.ts';
import { DevicesChart } from './DevicesChart.tsx';
import { Fields, type FieldsProps, type Kinds, type Name } from './DevicesFields.tsx';
import { DeviceTable, useStandings } from './DeviceTable.tsx';
import { choiceOf, DevicesList, type DevicesSearch } from './devices-list.ts';
import type { FiguresRequest } from './devices-queries.ts';

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

interface ComparedProps extends Omit<FieldsProps, 'kinds' | 'search' | 'onSearch'> {
  state: AddressOf<typeof DevicesList>;
}

function Compared({ tree, variable, state }: ComparedProps) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const now = useNow(60_000);
  const { search } = state;
  const plant = tree.plants.find(({ proj_code }) => proj_code === search.plant);
  const zone = (plant ?? tree.plants[0])?.time_zone ?? 'UTC';
  const zoom = useMemo(() => readZoom(search.zoom), [search.zoom]);
  const chosen = useMemo(() => choiceOf(search), [search]);
  const choice = useMemo(() => choiceHolding(zoom, chosen, now, zone), [zoom, chosen, now, zone]);
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
  const title = `${label} – ${plant?.name ?? t('devices.everywhere')}`;
  const standings = useStandings({
    request: { ...request, resolution: figuresStep(choice) },
    variable,
    plantName: plant ? null : plantName,
    categoryOf: kinds.categoryOf,
    edge,
    state,
  });
  const { data, shown } = standings;
  // Where the figures failed, the chart says what it can by itself: the first devices there are.
  const devices = data?.failed ? undefined : shown.map(({ key }) => key).join(',');
  return (
    <ChartFrame
      label={title}
      choice={choice}
      onChoice={({ span, date, to, last }) => state.set({ span, date, to, last, zoom: undefined })}
      now={now}
      zone={zone}
      room={570}
      extra={<Fields tree={tree} variable={variable} kinds={kinds} search={search} onSearch={state.set} />}
    >
      <DeviceTable standings={standings} state={state} />
      {(!data || devices !== '') && (
        <DevicesChart
          request={data ? { ...request, devices } : null}
          shape={counted ? 'bar' : 'line'}
          title={title}
          choice={choice}
          now={now}
          zone={zone}
          zoom={zoom}
          onZoom={(next) => {
            const { part, replace } = zoomChange(zoom, next, { chosen, shown: choice });
            state.set(part, replace);
          }}
          plantName={plantName}
          edge={edge}
        />
      )}
    </ChartFrame>
  );
}

/** One variable over all devices: what each came to beside its siblings, and the lines of those on screen. */
export function DevicesPage() {
  const { t } = useTranslation('board');
  const { id_client } = useCompany();
  const state = useListState(DevicesList);
  const query = useSeriesTree();
  return (
    <Page title={t('devices.title')} subtitle={t('devices.subtitle')} actions={<BoardTabs view="devices" />}>
      <Known query={query} height={560}>
        {(tree) => {
          const variable = variableOf(tree, state.search.variable);
          if (!variable) return <EmptyState title={t('picker.nothing')} />;
          return <Compared key={id_client} tree={tree} variable={variable} state={state} />;
        }}
      </Known>
    </Page>
  );
}
