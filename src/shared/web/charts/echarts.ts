import { CustomChart, LineChart } from 'echarts/charts';
import { DataZoomInsideComponent, DataZoomSliderComponent, GridComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  LineChart,
  CustomChart,
  GridComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  CanvasRenderer,
]);

/** Only what a time series needs is registered; this module is fetched with the first chart, not with the portal. */
export function startChart(place: HTMLElement): ECharts {
  return init(place, null, { renderer: 'canvas' });
}

export type { ECharts };
