import { IconPlugConnectedX } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { CompanyListAddress } from '../../shared/web/list/company-list-address.ts';

const downtimeCauses = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/downtime-causes',
  validateSearch: CompanyListAddress.schema,
  search: { middlewares: [stripSearchParams(CompanyListAddress.defaults)] },
  component: screen(() => import('./web/DowntimeCausesPage.tsx'), 'DowntimeCausesPage', ['downtimes']),
});

export const downtimesWeb = defineWebFeature({
  pages: [downtimeCauses],
  navigation: [
    {
      group: 'configuration',
      order: 30,
      label: { en: 'Downtime causes', it: 'Cause di fermo' },
      to: '/apps/asset/downtime-causes',
      icon: IconPlugConnectedX,
      capability: 'asset.read',
    },
  ],
  auditWords: { en: () => import('./i18n/audit.en.json'), it: () => import('./i18n/audit.it.json') },
  words: { downtimes: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});
