import { IconReportMoney } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { RevenuesList } from './web/revenues-list.ts';

const revenues = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/revenues',
  validateSearch: RevenuesList.schema,
  search: { middlewares: [stripSearchParams(RevenuesList.defaults)] },
  component: screen(() => import('./web/RevenuesPage.tsx'), 'RevenuesPage', ['revenues']),
});

export const revenuesWeb = defineWebFeature({
  pages: [revenues],
  navigation: [
    {
      group: 'production',
      order: 10,
      label: { en: 'Revenue', it: 'Ricavi' },
      to: '/apps/asset/revenues',
      icon: IconReportMoney,
      capability: 'asset.read',
      list: RevenuesList.name,
    },
  ],
  words: { revenues: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});
