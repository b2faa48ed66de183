import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../../../shared/web/charts/ChartFrame.tsx';
import { ChartStage } from '../../../../shared/web/charts/ChartStage.tsx';
import { draw } from '../../../../shared/web/charts/chart.model.ts';
import type { Compare } from '../../../../shared/web/charts/choice.model.ts';
import { styleAll } from '../../../../shared/web/charts/look.ts';
import { useLiveEdge } from '../../../../shared/web/charts/use-live-edge.ts';
import { usePalette } from '../../../../shared/web/charts/use-palette.ts';
import { type TimeWindow, windowOf } from '../../../../shared/web/charts/window.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useHeardAt } from '../../../../shared/web/live/heard.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { CHOSEN_AGGREGATES, type ChartState } from '../chart/board-search.public.ts';
import { type ChartAnswer, type CompareRequest, isLive, useChart } from '../chart/chart-query.public.ts';
import { BOARD_HEIGHT, BoardDrawing } from './BoardDrawing.tsx';
import { type Item, type PlantNode, zoneOf } from './tree.model.ts';

interface Props {
  /** What the chart is called, in its picture and files too. */
  title: string;
  state: ChartState;
  items: readonly Item[];
  /** All plants that this person sees. */
  plants: readonly PlantNode[];
  now: number;
  /** What of the period is on screen, and the moment that the chart is about, in milliseconds. */
  zoom: TimeWindow | undefined;
  at: string | undefined;
  /** Opens the chooser, where it has no place beside the chart. */
  chooser: ReactNode;
  onState: (part: Partial<ChartState>) => void;
  onZoom: (zoom: TimeWindow | undefined) => void;
  /** Is told in which colour each series is drawn. */
  onColours: (colours: ReadonlyMap<string, string>) => void;
}

const hasValues = ({ series }: ChartAnswer) =>
  series.some((one) => one.series.values.some((value) => value !== null));

/** The colours that the chart will give its series, by their keys. */
function useColours(answer: ChartAnswer | undefined, onColours: Props['onColours']) {
  const { scheme } = usePalette();
  const colours = useMemo(() => {
    if (!answer) return undefined;
    const frame = { window: answer.window, now: answer.now, zone: 'UTC' };
    const bare = answer.series.map(({ series: { states: _, marked: __, expected: ___, ...series } }) =>
      draw({ ...series, at: [], values: [] }, frame),
    );
    return new Map(styleAll(bare, scheme).map(({ drawn, colour }) => [drawn.series.id, colour]));
  }, [answer, scheme]);
  useEffect(() => {
    if (colours) onColours(colours);
  }, [colours, onColours]);
}

/** What is compared with; a plant that this person does not see is none. */
function comparisonOf(compare: Compare | undefined, plants: readonly PlantNode[]) {
  if (compare?.with !== 'plant') return { wish: compare && ({ compare } satisfies CompareRequest) };
  const plant = plants.find(({ proj_code }) => proj_code === compare.proj_code);
  return plant ? { wish: { compare, then_zone: plant.time_zone }, name: plant.name } : { wish: undefined };
}

/** What one point of a device's line says of its step. */
function AggregateItems({ state, onState }: Pick<Props, 'state' | 'onState'>) {
  const { t } = useTranslation('board');
  return (
    <>
      <Menu.Label>{t('of.label')}</Menu.Label>
      {[undefined, ...CHOSEN_AGGREGATES].map((one) => (
        <Menu.Item
          key={one ?? 'own'}
          role="menuitemradio"
          aria-checked={one === state.aggregate}
          leftSection={<IconCheck size={16} style={{ opacity: one === state.aggregate ? 1 : 0 }} />}
          onClick={() => onState({ aggregate: one })}
        >
          {t(`of.${one ?? 'own'}`)}
        </Menu.Item>
      ))}
    </>
  );
}

/** The chart of the workbench: its bar, and the drawing in each of its states. */
export function BoardChart(props: Props) {
  const { title, state, items, plants, now, zoom, chooser, onState } = props;
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const zone = zoneOf(items);
  const { choice, step, aggregate } = state;
  const { wish: compare, name } = comparisonOf(state.compare, plants);
  const asking = useChart({ zone, choice, step, chosen: items, aggregate, compare, zoom });
  const codes = [...new Set(items.map(({ proj_code }) => proj_code))];
  const live = items.length > 0 && isLive(choice, now, zone);
  const heardAt = useHeardAt(company, codes);
  useLiveEdge({ live, choice, heardAt, refetch: asking.refetch });
  useColours(items.length > 0 ? asking.data : undefined, props.onColours);
  const others = useMemo(() => plants.map(({ proj_code, name }) => ({ proj_code, name })), [plants]);
  if (items.length === 0) {
    return (
      <Panel label={title} pad="sm">
        <EmptyState title={t('empty.title')} hint={t('empty.hint')} action={chooser} />
      </Panel>
    );
  }
  return (
    <ChartFrame
      label={title}
      choice={choice}
      onChoice={(next) => onState({ choice: next, step: undefined })}
      now={now}
      zone={zone}
      compare={{
        compare: state.compare,
        onCompare: (next) => onState({ compare: next }),
        plants: items.some((one) => one.device_id === null) ? others : [],
      }}
      resolution={{
        window: zoom ?? windowOf(choice, now, zone),
        chosen: step,
        onChosen: (next) => onState({ step: next }),
        lines: items.some((one) => one.shape === 'line'),
        bars: items.some((one) => one.shape === 'bar'),
      }}
      extra={chooser}
      menu={<AggregateItems state={state} onState={onState} />}
    >
      {new Set(items.map((item) => item.time_zone)).size > 1 && <Muted>{t('zones', { zone })}</Muted>}
      <ChartStage asking={asking} hasValues={hasValues} height={BOARD_HEIGHT + 30}>
        {(answer) => <BoardDrawing {...props} answer={answer} other={name} />}
      </ChartStage>
    </ChartFrame>
  );
}
