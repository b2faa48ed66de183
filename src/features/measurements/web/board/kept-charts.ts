import { forgetAnswer, keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';

const byId = (id: number) => ({ params: { id: String(id) } });

/** Shows a chart as it is stored now, wherever it stands. */
export const keepChart = (company: number, chart: OpenedChart): void =>
  keepAnswer(company, savedChartsCalls.get, byId(chart.id), chart);

export const forgetChart = (company: number, id: number): void =>
  forgetAnswer(company, savedChartsCalls.get, byId(id));
