import { IconVideo } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { CameraSearch, CamerasList } from './web/cameras-search.ts';

const wall = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/security',
  validateSearch: CamerasList.schema,
  search: { middlewares: [stripSearchParams(CamerasList.defaults)] },
  component: screen(() => import('./web/SecurityPage.tsx'), 'SecurityPage', ['cameras']),
});

const detail = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/security/detail',
  validateSearch: CameraSearch,
  component: screen(() => import('./web/CameraPage.tsx'), 'CameraPage', ['cameras']),
});

export const camerasWeb = defineWebFeature({
  pages: [wall, detail],
  // spec §2: asset sidebar groups: security camera
  navigation: [
    {
      group: 'cameras',
      order: 10,
      label: { en: 'Surveillance', it: 'Videosorveglianza' },
      to: '/apps/asset/security',
      beneath: '/apps/asset/security',
      icon: IconVideo,
      capability: 'asset.read',
    },
  ],
  words: { cameras: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});
