import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChartFrame } from '../../../../shared/web/charts/ChartFrame.tsx';
import { ChartStage } from '../../../../shared/web/charts/ChartStage.tsx';
import {
  type Choice,
  type Compare,
  readCompare,
  writeCompare,
} from '../../../../shared/web/charts/choice.model.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import { useLiveEdge } from '../../../../shared/web/charts/use-live-edge.ts';
import { readZoom, zoomChange } from '../../../../shared/web/charts/view.model.ts';
import { choiceHolding, type TimeWindow, windowOf } from '../../../../shared/web/charts/window.model.ts';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { type ChartAnswer, isLive, useChart } from '../../../measurements/web/chart/chart-query.public.ts';
import type { Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import { type Markable, useMarksDialog } from '../../../measurements/web/marks/marks.public.tsx';
import { overviewCalls, type PlantOverview } from '../../overview.contract.ts';
import { useCards } from '../cards.ts';
import { Drawing, type DrawingProps } from './ChartDrawing.tsx';
import { OpenInBoard } from './OpenInBoard.tsx';
import { choiceOf, type PlantSearch } from './plant-search.ts';
import { withinPowerChart } from './plant-slot.public.ts';
import { VariablePicker } from './VariablePicker.tsx';

interface Props {
  plant: PlantOverview['plant'];
  devices: PlantOverview['devices'];
  search: PlantSearch;
  onSearch: (part: Partial<PlantSearch>, replace?: boolean) => void;
  drawables: readonly Drawable[];
  chosen: readonly Drawable[];
  /** Of one device alone: no other plant has the like. */
  alone?: boolean;
  /** The address named more units of measure than a chart can have: some are left out. */
  tooMany: boolean;
  now: number;
  /** When the plant's figures last changed: new readings may have come with them. */
  readAt: number;
}

/** The plant's devices as their readings may be marked. */
function useMarkables(devices: PlantOverview['devices']): Markable[] {
  const language = useLanguage();
  return useMemo(
    () =>
      devices.map(({ device_id, short_name, values }) => ({
        device_id,
        short_name,
        variables: values.map((one) => ({
          name: one.name,
          label: language === 'it' ? one.label_it : one.label_en,
        })),
      })),
    [devices, language],
  );
}

/** The plant's own line of power, and the longest window in which its hours are told apart. */
const POWER = 'plant.ac_power_kw';
const HOURLY_MS = 3.1 * 86_400_000;
const NONE: readonly ChartSeries[] = [];

const hasValues = ({ series }: ChartAnswer) =>
  series.some((one) => one.series.values.some((value) => value !== null));

/** What is compared with, once the other plant's zone is known. */
function useOtherPlant(compare: Compare | undefined) {
  const other = compare?.with === 'plant' ? compare.proj_code : undefined;
  const { data: cards } = useCall(
    overviewCalls.cards,
    other === undefined ? null : { query: { codes: other } },
    { staleTime: 30_000 },
  );
  if (compare?.with !== 'plant') return { wish: compare && { compare }, name: undefined };
  const card = cards?.find(({ code }) => code === compare.proj_code);
  return { wish: card && { compare, then_zone: card.time_zone }, name: card?.descr ?? compare.proj_code };
}

interface BodyProps
  extends Omit<Props, 'onSearch' | 'tooMany' | 'devices' | 'alone'>,
    Pick<DrawingProps, 'laid' | 'zoom' | 'onZoom'> {
  choice: Choice;
}

/** The chart in each of its states. */
function ChartBody({ plant, search, choice, chosen, drawables, now, readAt, laid, zoom, onZoom }: BodyProps) {
  const { t } = useTranslation('plant');
  const zone = plant.time_zone;
  const { wish: compare, name } = useOtherPlant(readCompare(search.compare));
  const asking = useChart({ zone, choice, step: search.step, chosen, compare, zoom });
  const live = isLive(choice, now, zone);
  useLiveEdge({ live, choice, heardAt: readAt, refetch: asking.refetch });
  if (drawables.length === 0) return <EmptyState title={t('chart.no_data')} />;
  if (chosen.length === 0) {
    return <EmptyState title={t('chart.nothing_chosen')} hint={t('chart.nothing_chosen_hint')} />;
  }
  return (
    <ChartStage asking={asking} hasValues={hasValues}>
      {(answer) => (
        <Drawing answer={answer} plant={plant} other={name} laid={laid} zoom={zoom} onZoom={onZoom} />
      )}
    </ChartStage>
  );
}

/** The plant's trend: the period, the resolution and the variables, all in the page's address, and their chart. */
export function ChartPanel(props: Props) {
  const { plant, search, onSearch, drawables, chosen, alone, tooMany, now } = props;
  const { t } = useTranslation('plant');
  const { t: charts } = useTranslation('charts');
  const markables = useMarkables(props.devices);
  const zone = plant.time_zone;
  const zoom = useMemo(() => readZoom(search.zoom), [search.zoom]);
  const period = choiceOf(search);
  const choice = choiceHolding(zoom, period, now, zone);
  const window = windowOf(choice, now, zone);
  const compare = readCompare(search.compare);
  const [asked, setAsked] = useState(false);
  const { data: cards } = useCards({ enabled: asked && !alone });
  const others = useMemo(
    () =>
      cards
        ?.filter(({ code }) => code !== plant.proj_code)
        .map(({ code, descr }) => ({ proj_code: code, name: descr })),
    [cards, plant.proj_code],
  );
  const onZoom = (next: TimeWindow | undefined) => {
    const { part, replace } = zoomChange(zoom, next, { chosen: period, shown: choice });
    onSearch(part, replace);
  };
  const [laid, setLaid] = useState<readonly ChartSeries[]>(NONE);
  const power = chosen.find(({ key, unit }) => key === POWER && unit === 'kW');
  const hourly = !alone && power && choice.span !== 'last' && window.end_at - window.start_at <= HOURLY_MS;
  const marks = useMarksDialog({
    proj_code: plant.proj_code,
    zone,
    devices: markables,
    view: zoom ?? window,
  });
  return (
    <ChartFrame
      label={t('chart.title')}
      choice={choice}
      onChoice={({ span, date, to, last }) =>
        onSearch({ span, date, to, last, step: undefined, zoom: undefined })
      }
      now={now}
      zone={zone}
      compare={{
        compare,
        onCompare: (next) => onSearch({ compare: writeCompare(next) }),
        ...(!alone && { plants: others, onPlantsWanted: () => setAsked(true) }),
      }}
      resolution={{
        window: zoom ?? window,
        chosen: search.step,
        onChosen: (step) => onSearch({ step }),
        lines: chosen.some((one) => one.shape === 'line'),
        bars: chosen.some((one) => one.shape === 'bar'),
      }}
      extra={
        <VariablePicker
          drawables={drawables}
          chosen={chosen}
          main={search.vars === undefined}
          onChosen={(next) => onSearch({ vars: next?.map((one) => one.key).join(',') })}
        />
      }
      menu={
        <>
          {marks.item}
          <OpenInBoard
            chosen={chosen}
            choice={choice}
            step={search.step}
            compare={compare}
            {...(zoom ? { zoom } : {})}
          />
        </>
      }
    >
      {tooMany && (
        <Note tone="warning" filled role="alert">
          {charts('too_many_units')}
        </Note>
      )}
      <ChartBody {...props} choice={choice} laid={hourly ? laid : NONE} zoom={zoom} onZoom={onZoom} />
      {hourly && (
        <SlotParts
          slot={withinPowerChart}
          props={{
            proj_code: plant.proj_code,
            productionType: plant.productionType,
            window,
            beside: POWER,
            onSeries: setLaid,
          }}
          height={0}
        >
          {null}
        </SlotParts>
      )}
      {marks.dialog}
    </ChartFrame>
  );
}
