import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { HomesList } from './web/homes-list.ts';

const fleet = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/residenziale',
  validateSearch: HomesList.schema,
  search: { middlewares: [stripSearchParams(HomesList.defaults)] },
  component: screen(() => import('./web/FleetPage.tsx'), 'FleetPage', ['residential', 'geo']),
});

const home = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/residenziale/$proj_code',
  // Nobody waits for it: what it does not bring, the page asks for and says.
  loader: ({ params }) => {
    import('./web/ask-ahead.ts').then(
      ({ homeAhead }) => homeAhead(params.proj_code),
      (fault: unknown) => console.warn('the home could not be asked for ahead', fault),
    );
  },
  shouldReload: ({ cause }) => cause !== 'stay',
  component: screen(() => import('./web/HomeDetailPage.tsx'), 'HomeDetailPage', ['residential', 'geo']),
});

const family = createRoute({
  getParentRoute: () => root,
  path: '/casa/$token',
  // Outside of the portal's frame, which brings the words of charts elsewhere.
  component: screen(() => import('./web/FamilyPage.tsx'), 'FamilyPage', ['residential', 'charts']),
});

// spec §2: the sidebar of residential is empty
export const residentialWeb = defineWebFeature({
  publicPages: [family],
  pages: [fleet, home],
  words: {
    residential: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
