import { IconTool } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { CompanyListAddress } from '../../shared/web/list/company-list-address.ts';

const maintenanceTypes = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-types',
  validateSearch: CompanyListAddress.schema,
  search: { middlewares: [stripSearchParams(CompanyListAddress.defaults)] },
  component: screen(() => import('./web/MaintenanceTypesPage.tsx'), 'MaintenanceTypesPage', ['maintenance']),
});

export const maintenanceWeb = defineWebFeature({
  pages: [maintenanceTypes],
  navigation: [
    {
      group: 'configuration',
      order: 20,
      label: { en: 'Maintenance types', it: 'Tipi di manutenzione' },
      to: '/apps/asset/maintenance-types',
      icon: IconTool,
      capability: 'asset.read',
    },
  ],
  auditWords: { en: () => import('./i18n/audit.en.json'), it: () => import('./i18n/audit.it.json') },
  words: { maintenance: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});
