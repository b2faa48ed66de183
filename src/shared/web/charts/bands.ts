import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { hatched } from './hatch.ts';
import type { Palette } from './look.ts';
import { bandsOf } from './marks.model.ts';
import type { Picture } from './picture.ts';
import type { Absence } from './series.model.ts';

/** Lines that rise for what is missing, crossed ones for reads that failed. */
function bandFill(kind: Absence['kind'], palette: Palette) {
  if (kind === 'asleep') return { fill: palette.muted, opacity: 0.07 };
  if (kind === 'marked') return { fill: hatched(palette.marked, 'rising'), opacity: 0.55 };
  const failed = kind === 'failed';
  return { fill: hatched(palette.muted, failed ? 'crossed' : 'rising'), opacity: failed ? 0.45 : 0.3 };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The pixels of a stretch of time over the whole height of the plot, cut off at its sides; null when outside. */
function stretchBox(params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI): Box | null {
  const plot = params.coordSys as unknown as Box;
  const from = api.coord([api.value(0), 0])[0] ?? 0;
  const to = api.coord([api.value(1), 0])[0] ?? 0;
  const x = Math.max(plot.x, from);
  const width = Math.min(plot.x + plot.width, to) - x;
  return width > 0 ? { x, y: plot.y, width, height: plot.height } : null;
}

/** What is missing, failed or at rest, as bands over the whole height of the plot, behind the lines. */
export function bandSeries(picture: Picture) {
  const own = picture.series.filter(({ drawn }) => !drawn.series.beside).map((one) => one.drawn);
  const bands: Pick<Absence, 'start_at' | 'end_at' | 'kind'>[] = [
    ...bandsOf(own),
    ...picture.marks.map(({ start_at, end_at }) => ({ start_at, end_at, kind: 'marked' as const })),
  ];
  return {
    type: 'custom',
    id: 'bands',
    silent: true,
    z: 0,
    yAxisIndex: picture.axes.length,
    encode: { x: [0, 1], y: 2 },
    data: bands.map(({ start_at, end_at }) => [start_at, end_at, 0]),
    renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
      const box = stretchBox(params, api);
      const band = bands[params.dataIndex];
      if (!box || !band) return;
      return { type: 'rect', shape: box, style: bandFill(band.kind, picture.palette), silent: true };
    },
  };
}
