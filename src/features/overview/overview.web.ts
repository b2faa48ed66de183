import { IconLayoutDashboard, IconList, IconMap2 } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { WallSearch } from './wall.model.ts';
import { DashboardList } from './web/dashboard/dashboard-search.ts';
import { DEVICE_DEFAULTS, DeviceSearch } from './web/device/device-search.ts';
import { belowDeviceChart } from './web/device/device-slot.public.ts';
import { besidePlants } from './web/list/list-slot.public.ts';
import { besideMapPlant } from './web/map/map-slot.public.ts';
import { PLANT_DEFAULTS, PlantSearch } from './web/plant/plant-search.ts';
import { belowPlantChart, withinPowerChart } from './web/plant/plant-slot.public.ts';

const home = createRoute({
  getParentRoute: () => portal,
  path: '/',
  component: screen(() => import('./web/HomePage.tsx'), 'HomePage', ['cloudcontrol', 'detail', 'overview']),
});

const dashboard = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset',
  validateSearch: DashboardList.schema,
  search: { middlewares: [stripSearchParams(DashboardList.defaults)] },
  component: screen(
    () => import('./web/dashboard/DashboardPage.tsx'),
    'DashboardPage',
    ['geo', 'overview', 'plants'],
    [besidePlants],
  ),
});

const list = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plant-search',
  validateSearch: DashboardList.schema,
  search: { middlewares: [stripSearchParams(DashboardList.defaults)] },
  component: screen(
    () => import('./web/list/PlantListPage.tsx'),
    'PlantListPage',
    ['geo', 'overview', 'plants'],
    [besidePlants],
  ),
});

const map = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maps',
  validateSearch: DashboardList.schema,
  search: { middlewares: [stripSearchParams(DashboardList.defaults)] },
  component: screen(
    () => import('./web/map/MapPage.tsx'),
    'MapPage',
    ['geo', 'overview', 'plants'],
    [besideMapPlant],
  ),
  // Nobody waits for it: what it does not bring, the page asks for and says. Who only points at the way here has not come.
  loader: ({ cause }) => {
    if (cause === 'preload') return;
    import('./web/map/ask-ahead.ts').then(
      ({ mapAhead }) => mapAhead(),
      (fault: unknown) => console.warn('the plants could not be asked for ahead', fault),
    );
  },
  shouldReload: ({ cause }) => cause !== 'stay',
});

const wall = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/wall',
  validateSearch: WallSearch,
  component: screen(
    () => import('./web/wall/WallPage.tsx'),
    'WallPage',
    ['overview', 'plants'],
    [besidePlants],
  ),
});

const plant = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code',
  validateSearch: PlantSearch,
  search: { middlewares: [stripSearchParams(PLANT_DEFAULTS)] },
  // Nobody waits for it: what it does not bring, the page asks for and says.
  loader: ({ params }) => {
    import('./web/plant/ask-ahead.ts').then(
      ({ plantAhead }) => plantAhead(params.proj_code),
      (fault: unknown) => console.warn('the plant could not be asked for ahead', fault),
    );
  },
  shouldReload: ({ cause }) => cause !== 'stay',
  component: screen(
    () => import('./web/plant/PlantPage.tsx'),
    'PlantPage',
    ['audit', 'cloudcontrol', 'detail', 'device', 'geo', 'measurements', 'plant', 'plants', 'strings'],
    [belowPlantChart, withinPowerChart],
  ),
});

const device = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code/devices/$id',
  validateSearch: DeviceSearch,
  search: { middlewares: [stripSearchParams(DEVICE_DEFAULTS)] },
  component: screen(
    () => import('./web/device/DevicePage.tsx'),
    'DevicePage',
    ['audit', 'cloudcontrol', 'detail', 'device', 'geo', 'measurements', 'plant', 'plants'],
    [belowDeviceChart],
  ),
});

export const overviewWeb = defineWebFeature({
  pages: [home, dashboard, list, map, wall, plant, device],
  fullPages: ['/apps/asset/wall'],
  finders: [
    {
      label: { en: 'Plants and devices', it: 'Impianti e dispositivi' },
      capability: 'asset.read',
      load: async () => (await import('./web/find.ts')).find,
    },
  ],
  navigation: [
    {
      group: 'monitoring',
      order: 10,
      label: { en: 'Dashboard', it: 'Dashboard' },
      to: '/apps/asset',
      beneath: '/apps/asset/plants',
      icon: IconLayoutDashboard,
      capability: 'asset.read',
    },
    {
      group: 'monitoring',
      order: 15,
      label: { en: 'Plant list', it: 'Elenco impianti' },
      to: '/apps/asset/plant-search',
      icon: IconList,
      capability: 'asset.read',
      list: DashboardList.name,
    },
    {
      group: 'monitoring',
      order: 25,
      label: { en: 'Map', it: 'Mappa' },
      to: '/apps/asset/maps',
      icon: IconMap2,
      capability: 'asset.read',
    },
  ],
  words: {
    device: { en: () => import('./web/device/i18n/en.json'), it: () => import('./web/device/i18n/it.json') },
    energy: { en: () => import('./web/energy/i18n/en.json'), it: () => import('./web/energy/i18n/it.json') },
    overview: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    plant: { en: () => import('./web/plant/i18n/en.json'), it: () => import('./web/plant/i18n/it.json') },
    strings: {
      en: () => import('./web/strings/i18n/en.json'),
      it: () => import('./web/strings/i18n/it.json'),
    },
  },
});
