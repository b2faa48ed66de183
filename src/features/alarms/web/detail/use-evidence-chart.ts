import type { Ask } from '../../../../shared/web/api/call-query.ts';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { seriesCalls } from '../../../measurements/series.contract.ts';
import { seriesOf } from '../../../measurements/web/chart/chart-query.public.ts';
import { callsFor, type Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import type { Alarm, Evidence } from '../../alarms.contract.ts';
import { isBroken } from './evidence.model.ts';

/** What the subject was compared with stands back: a grey, which is no unit's colour and no state's. */
const COMPARED_WITH = '#8794A8';
/** A narrow chart has room for no more. */
const MAX_POINTS = 600;

interface ChartSubject {
  alarm: Alarm;
  evidence: Evidence;
  window: TimeWindow;
}

interface ChartRequest extends ChartSubject {
  chosen: readonly Drawable[];
  ask: Ask;
  language: 'it' | 'en';
}

/** Energy stands in bars of its periods, without those that were not wholly read. */
function asEnergy(series: ChartSeries, alarm: Alarm, until: number): ChartSeries {
  const values = series.values.map((value, i) =>
    series.states?.[i] === 'stale' || isBroken(series.at[i] ?? 0, series.step_s * 1000, { alarm, until })
      ? null
      : value,
  );
  return { ...series, shape: 'bar', values };
}

async function load(request: ChartRequest): Promise<ChartSeries[]> {
  const { alarm, evidence, window, chosen, ask, language } = request;
  const answers = await Promise.all(
    callsFor(chosen).map(({ shape: _, ...what }) => {
      const start = new Date(window.start_at).toISOString();
      const end = new Date(window.end_at).toISOString();
      const query = { ...what, start, end, resolution: 'raw', points: String(MAX_POINTS) } as const;
      return ask(seriesCalls.chartResultsData, { query });
    }),
  );
  const siblings = new Set(
    evidence.series.flatMap(({ role, device_id, variable }) =>
      role === 'sibling' ? [`${device_id}.${variable}`] : [],
    ),
  );
  const found = new Map(answers.flat().map((one) => [`${one.device_id}.${one.name}`, one]));
  return chosen.flatMap((drawable) => {
    const answer = found.get(drawable.key);
    if (!answer) return [];
    const at = answer.ts.map((text) => Date.parse(text));
    const label = language === 'it' ? answer.label_it : answer.label_en;
    const read = seriesOf(drawable, answer, { window, at });
    const until = Math.min(window.end_at, Date.now());
    const series = answer.aggregate === 'energy' ? asEnergy(read, alarm, until) : read;
    const named = { ...series, label: drawable.owner ? `${drawable.owner} · ${label}` : label };
    return [siblings.has(drawable.key) ? { ...named, colour: COMPARED_WITH } : named];
  });
}

/** The readings of what an alarm was judged by, as they are stored now, from then until it was over. */
export function useEvidenceChart(shown: ChartSubject, chosen: readonly Drawable[]) {
  const { window } = shown;
  const language = useLanguage();
  const keys = chosen.map(({ key }) => key);
  return useLoad({
    name: 'alarm-chart',
    input: { alarm: shown.alarm.id, window, keys, language },
    of: [seriesCalls.chartResultsData],
    load: (ask) => load({ ...shown, chosen, ask, language }),
    staleTime: 60_000,
  });
}
