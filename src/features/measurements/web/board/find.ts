import { send } from '../../../../shared/web/api/send.ts';
import type { Find } from '../../../../shared/web/feature/finder.ts';
import { savedChartsCalls } from '../../saved-charts.contract.ts';

const MAX_FOUND = 8;

/** Saved charts for the command palette, by name. */
export const find: Find = async (text, { company }, signal) => {
  const sought = text.toLocaleLowerCase('it');
  const all = await send(savedChartsCalls.list, { company, signal });
  const charts = all.filter(({ name }) => name.toLocaleLowerCase('it').includes(sought));
  return [
    {
      label: { en: 'Saved charts', it: 'Grafici salvati' },
      count: charts.length,
      things: charts
        .slice(0, MAX_FOUND)
        .map(({ id, name }) => ({ id: `chart-${id}`, label: name, to: `/apps/asset/charts/${id}` })),
    },
  ];
};
