import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router';
import { z } from 'zod';
import { findUser } from '../../features/identity/web/use-user.ts';
import { DASHBOARD_DEFAULTS, DashboardSearch } from '../../features/overview/overview.model.ts';
import { PLANT_DEFAULTS, PlantSearch } from '../../features/overview/web/plant/plant-search.ts';
import { rewrite } from '../../shared/web/i18n/locale.ts';
import { ErrorPage, NotFoundPage } from './layout/ErrorPage.tsx';
import { Portal } from './layout/Portal.tsx';

const root = createRootRoute({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../../features/identity/web/LoginPage.tsx'), 'LoginPage'),
});

/** Everything behind the sign-in: whoever is not signed in goes there and comes back to where they wanted to be. */
const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: async ({ location }) => {
    if (await findUser()) return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  component: Portal,
});

const home = createRoute({
  getParentRoute: () => portal,
  path: '/',
  component: lazyRouteComponent(() => import('../../features/overview/web/HomePage.tsx'), 'HomePage'),
});

const dashboard = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset',
  validateSearch: DashboardSearch,
  search: { middlewares: [stripSearchParams(DASHBOARD_DEFAULTS)] },
  component: lazyRouteComponent(
    () => import('../../features/overview/web/dashboard/DashboardPage.tsx'),
    'DashboardPage',
  ),
});

const plant = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code',
  validateSearch: PlantSearch,
  search: { middlewares: [stripSearchParams(PLANT_DEFAULTS)] },
  component: lazyRouteComponent(() => import('../../features/overview/web/plant/PlantPage.tsx'), 'PlantPage'),
});

const apiKeys = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/api-keys',
  component: lazyRouteComponent(() => import('../../features/companies/web/keys/KeysPage.tsx'), 'KeysPage'),
});

/** Addresses hold plain texts: a search for 2012 stays one, and a link reads as a person writes it. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

export const router = createRouter({
  routeTree: root.addChildren([login, portal.addChildren([home, dashboard, plant, apiKeys])]),
  rewrite,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
