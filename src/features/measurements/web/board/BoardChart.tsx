import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartStage } from '../../../../shared/web/charts/ChartStage.tsx';
import { draw } from '../../../../shared/web/charts/chart.model.ts';
import type { Compare } from '../../../../shared/web/charts/choice.model.ts';
import { styleAll } from '../../../../shared/web/charts/look.ts';
import { useLiveEdge } from '../../../../shared/web/charts/use-live-edge.ts';
import { usePalette } from '../../../../shared/web/charts/use-palette.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useHeardAt } from '../../../../shared/web/live/heard.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import type { ChartState } from '../chart/board-search.public.ts';
import { type ChartAnswer, type CompareRequest, isLive, useChart } from '../chart/chart-query.public.ts';
import { BoardControls } from './BoardControls.tsx';
import { BoardDrawing } from './BoardDrawing.tsx';
import classes from './board.module.css';
import { type Item, type PlantNode, zoneOf } from './tree.model.ts';

interface Props {
  /** What the chart is called, in its picture and files too. */
  title: string;
  state: ChartState;
  items: readonly Item[];
  /** All plants that this person sees. */
  plants: readonly PlantNode[];
  now: number;
  onState: (part: Partial<ChartState>) => void;
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

/** The chart of the workbench: its period, its resolution and the drawing in each of its states. */
export function BoardChart(props: Props) {
  const { title, state, items, plants, now, onState, onColours } = props;
  const { t } = useTranslation('board');
  const company = useCompany().id_client;
  const zone = zoneOf(items);
  const { choice, step, aggregate } = state;
  const { wish: request, name } = comparisonOf(state.compare, plants);
  const asking = useChart({ zone, choice, step, chosen: items, aggregate, compare: request });
  const codes = [...new Set(items.map(({ proj_code }) => proj_code))];
  const live = items.length > 0 && isLive(choice, now, zone);
  const heardAt = useHeardAt(company, codes);
  useLiveEdge({ live, choice, heardAt, refetch: asking.refetch });
  useColours(items.length > 0 ? asking.data : undefined, onColours);
  const zones = new Set(items.map((item) => item.time_zone)).size;
  return (
    <section className={`panel ${classes.chart}`} aria-label={title}>
      {items.length > 0 && (
        <BoardControls state={state} items={items} plants={plants} now={now} onState={onState} />
      )}
      {zones > 1 && <p className={classes.quiet}>{t('zones', { zone })}</p>}
      {items.length === 0 ? (
        <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <ChartStage asking={asking} hasValues={hasValues}>
          {(answer) => (
            <BoardDrawing
              answer={answer}
              title={title}
              state={state}
              items={items}
              other={name}
              now={now}
              onState={onState}
            />
          )}
        </ChartStage>
      )}
    </section>
  );
}
