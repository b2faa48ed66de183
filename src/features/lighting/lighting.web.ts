import { IconBulb, IconChartBar, IconSettings } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { BoxesList, MunicipalitySearch, ReportsAddress } from './web/lists.ts';

const home = createRoute({
  getParentRoute: () => portal,
  path: '/apps/illuminazione',
  validateSearch: BoxesList.schema,
  search: { middlewares: [stripSearchParams(BoxesList.defaults)] },
  component: screen(() => import('./web/LightingPage.tsx'), 'LightingPage', ['geo', 'lighting']),
});

const settings = createRoute({
  getParentRoute: () => portal,
  path: '/apps/illuminazione/settings',
  validateSearch: BoxesList.schema,
  search: { middlewares: [stripSearchParams(BoxesList.defaults)] },
  component: screen(() => import('./web/SettingsPage.tsx'), 'SettingsPage', ['lighting']),
});

const comune = createRoute({
  getParentRoute: () => portal,
  path: '/apps/illuminazione/settings/comune',
  validateSearch: MunicipalitySearch,
  component: screen(() => import('./web/MunicipalityPage.tsx'), 'MunicipalityPage', ['lighting']),
});

const box = createRoute({
  getParentRoute: () => portal,
  path: '/apps/illuminazione/boxes/$id',
  component: screen(() => import('./web/BoxPage.tsx'), 'BoxPage', ['geo', 'lighting', 'requests']),
});

const reports = createRoute({
  getParentRoute: () => portal,
  path: '/apps/illuminazione/reports',
  validateSearch: ReportsAddress.schema,
  search: { middlewares: [stripSearchParams(ReportsAddress.defaults)] },
  component: screen(() => import('./web/ReportsPage.tsx'), 'ReportsPage', ['lighting']),
});

const bell = screen(() => import('./web/lightingbell/LightingBell.tsx'), 'LightingBell', ['lightingbell']);

export const lightingWeb = defineWebFeature({
  pages: [home, settings, comune, box, reports],
  headerParts: [{ application: '/apps/illuminazione', capability: 'lighting.read', component: bell }],
  navigation: [
    {
      group: 'lighting',
      order: 10,
      label: { en: 'Boxes and lights', it: 'Quadri e luci' },
      to: '/apps/illuminazione',
      beneath: '/apps/illuminazione/boxes',
      list: BoxesList.name,
      icon: IconBulb,
      capability: 'lighting.read',
    },
    {
      group: 'lighting',
      order: 15,
      label: { en: 'Reports', it: 'Rapporti' },
      to: '/apps/illuminazione/reports',
      beneath: '/apps/illuminazione/reports',
      icon: IconChartBar,
      capability: 'lighting.read',
    },
    {
      group: 'lighting',
      order: 20,
      label: { en: 'Settings', it: 'Impostazioni' },
      to: '/apps/illuminazione/settings',
      beneath: '/apps/illuminazione/settings',
      icon: IconSettings,
      capability: 'lighting.read',
    },
  ],
  words: {
    lighting: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    lightingbell: {
      en: () => import('./web/lightingbell/i18n/en.json'),
      it: () => import('./web/lightingbell/i18n/it.json'),
    },
  },
});
