import { IconBarrierBlock, IconPlugConnectedX } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { CompanyListAddress } from '../../shared/web/list/company-list-address.ts';
import { withinAlarm } from '../alarms/web/detail/alarm-slot.public.ts';
import { belowPlantChart } from '../overview/web/plant/plant-slot.public.ts';
import { withinDowntime } from './web/downtime-slot.public.ts';
import { DowntimesList, K451List, SuggestionsList } from './web/list/downtimes-list.ts';

const downtimes = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtimes',
  validateSearch: DowntimesList.schema,
  search: { middlewares: [stripSearchParams(DowntimesList.defaults)] },
  component: screen(
    () => import('./web/DowntimesPage.tsx'),
    'DowntimesPage',
    ['downtimes', 'records'],
    [withinDowntime],
  ),
});

const bin = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtimes/bin',
  component: screen(() => import('./web/DowntimesBinPage.tsx'), 'DowntimesBinPage', ['downtimes', 'records']),
});

const suggestions = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtimes/suggestions',
  validateSearch: SuggestionsList.schema,
  search: { middlewares: [stripSearchParams(SuggestionsList.defaults)] },
  component: screen(() => import('./web/suggestions/SuggestionsPage.tsx'), 'SuggestionsPage', ['downtimes']),
});

const k451 = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtimes/k451',
  validateSearch: K451List.schema,
  search: { middlewares: [stripSearchParams(K451List.defaults)] },
  component: screen(() => import('./web/k451/K451Page.tsx'), 'K451Page', ['downtimes']),
});

const downtimeCauses = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtime-causes',
  validateSearch: CompanyListAddress.schema,
  search: { middlewares: [stripSearchParams(CompanyListAddress.defaults)] },
  component: screen(() => import('./web/DowntimeCausesPage.tsx'), 'DowntimeCausesPage', ['downtimes']),
});

export const downtimesWeb = defineWebFeature({
  pages: [downtimes, bin, suggestions, k451, downtimeCauses],
  fills: [
    fillSlot(belowPlantChart, {
      capability: 'asset.read',
      component: screen(() => import('./web/elsewhere/PlantDowntimes.tsx'), 'PlantDowntimes', ['downtimes']),
      ahead: async () => (await import('./web/elsewhere/ask-ahead.ts')).downtimesAhead,
    }),
    fillSlot(withinAlarm, {
      capability: 'asset.read',
      component: screen(() => import('./web/elsewhere/AlarmDowntimes.tsx'), 'AlarmDowntimes', ['downtimes']),
    }),
  ],
  navigation: [
    {
      group: 'downtimes',
      order: 10,
      label: { en: 'Downtimes', it: 'Fermi' },
      to: '/apps/asset/downtimes',
      beneath: '/apps/asset/downtimes',
      parts: [
        {
          label: { en: 'Recorded downtimes', it: 'Fermi registrati' },
          to: '/apps/asset/downtimes',
          list: DowntimesList.name,
        },
        {
          label: { en: 'Suggested downtimes', it: 'Fermi proposti' },
          to: '/apps/asset/downtimes/suggestions',
          list: SuggestionsList.name,
        },
        { label: { en: 'K451 settings', it: 'Impostazioni K451' }, to: '/apps/asset/downtimes/k451' },
      ],
      icon: IconBarrierBlock,
      capability: 'asset.read',
    },
    {
      group: 'configuration',
      order: 30,
      label: { en: 'Downtime causes', it: 'Cause di fermo' },
      to: '/apps/asset/downtime-causes',
      icon: IconPlugConnectedX,
      capability: 'asset.read',
    },
  ],
  words: { downtimes: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});
