import { IconReportAnalytics, IconTableColumn } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { K410List, K451List } from './web/report-lists.ts';

const k451 = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/report/k451',
  validateSearch: K451List.schema,
  search: { middlewares: [stripSearchParams(K451List.defaults)] },
  component: screen(() => import('./web/K451Page.tsx'), 'K451ReportPage', ['reporting']),
});

const k410 = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/report/k410',
  validateSearch: K410List.schema,
  search: { middlewares: [stripSearchParams(K410List.defaults)] },
  component: screen(() => import('./web/K410Page.tsx'), 'K410ReportPage', ['reporting']),
});

export const reportsWeb = defineWebFeature({
  pages: [k451, k410],
  navigation: [
    {
      group: 'report',
      order: 10,
      label: { en: 'K451', it: 'K451' },
      to: '/apps/asset/report/k451',
      icon: IconReportAnalytics,
      capability: 'asset.read',
    },
    {
      group: 'report',
      order: 20,
      label: { en: 'K410', it: 'K410' },
      to: '/apps/asset/report/k410',
      icon: IconTableColumn,
      capability: 'asset.read',
    },
  ],
  words: {
    reporting: {
      en: () => import('./web/reporting/i18n/en.json'),
      it: () => import('./web/reporting/i18n/it.json'),
    },
  },
});
