import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { measurementsCalls } from '../../../measurements/measurements.contract.ts';
import type { Series } from '../../../measurements/series.contract.ts';
import { isAsleep, isRestTime } from '../../../plants/daylight.model.ts';
import type { PlantOverview } from '../../overview.contract.ts';
import { mapStrings } from '../../string-map.model.ts';
import { gridOf, questionsOf, type StringBox, seriesOfBoxes } from './string-boxes.model.ts';

interface Query {
  plant: PlantOverview['plant'];
  boxes: readonly StringBox[];
  /** Half-open, epoch ms. */
  window: { start_at: number; end_at: number };
}

/** Steps of the longest day, with room. */
const POINTS = '110';

/** Questions that are asked at a time: the others of the plant's page wait for none of them long. */
const AT_A_TIME = 2;

/** The strings of some boxes over a day, each against its siblings. */
export function useStringMap({ plant, boxes, window }: Query) {
  const language = useLanguage();
  const { start_at: start, end_at: end } = window;
  const questions = questionsOf(boxes);
  const asked = useLoad({
    name: 'string-map',
    input: { start, end, questions },
    of: [measurementsCalls.chartResultsData],
    load: async (ask) => {
      const query = {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        resolution: '15m',
        aggregate: 'mean',
        points: POINTS,
      } as const;
      const answers: Series[] = [];
      // A step that ends while the others are answered is none that was not read.
      const answered_at = Date.now();
      for (let i = 0; i < questions.length; i += AT_A_TIME) {
        const some = questions.slice(i, i + AT_A_TIME);
        const got = await Promise.all(
          some.map((one) => ask(measurementsCalls.chartResultsData, { query: { ...query, ...one } })),
        );
        answers.push(...got.flat());
      }
      return { answers, answered_at, start, end, boxes };
    },
    enabled: boxes.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 240_000,
  });
  const { production_type, latitude, longitude } = { ...plant, production_type: plant.productionType };
  const data = useMemo(() => {
    if (!asked.data) return undefined;
    const grid = gridOf(asked.data.answers, asked.data);
    const strings = seriesOfBoxes(asked.data.boxes, asked.data.answers, grid, language);
    const middle = grid.step_ms / 2;
    const place = { production_type, latitude, longitude };
    const isNight = (at: number) => isAsleep(place, at + middle);
    const isRest = (at: number) => isRestTime(place, at + middle);
    const { answered_at } = asked.data;
    return { ...grid, boxes: mapStrings(strings, { ...grid, answered_at, isNight, isRest }) };
  }, [asked.data, language, production_type, latitude, longitude]);
  return { ...asked, data };
}

export type StringMapData = NonNullable<ReturnType<typeof useStringMap>['data']>;
