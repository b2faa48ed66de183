import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginPage } from '../../features/identity/web/LoginPage.tsx';
import { findUser } from '../../features/identity/web/use-user.ts';
import { sessionMark } from '../../shared/web/api/session-mark.ts';
import { portal, root, setAdmission } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { rewrite } from '../../shared/web/i18n/locale.ts';
import { FEATURES } from './features.ts';
import { Frame } from './frame.ts';
import { ErrorPage, NotFoundPage } from './layout/ErrorPage.tsx';
import { Root } from './layout/Root.tsx';
import { StartingPage } from './layout/StartingPage.tsx';

/**
 * A line so slow that it shows sees the frame. Not sooner: React holds back for 300 ms what follows a page that stood in
 * for it, and on a fast line that was most of the time to the first card. Until then index.html's mark stands.
 */
const PENDING_MS = 500;
const starting = { pendingComponent: StartingPage, pendingMs: PENDING_MS, pendingMinMs: 0 } as const;

root.update({ component: Root, ...starting });
portal.update({ component: Frame, ...starting });

// Whoever is not signed in goes to the sign-in and comes back to where they wanted to be.
setAdmission(async (href) => {
  if (await findUser()) return;
  const next = href === '/' ? {} : { next: href };
  throw redirect({ to: '/login', search: sessionMark() === 'ended' ? { ...next, after: 'ended' } : next });
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({
    next: z.string().optional().catch(undefined),
    /** What somebody comes from, to be told of it. */
    after: z.enum(['password', 'registered', 'removed', 'ended']).optional().catch(undefined),
  }),
  component: LoginPage,
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: screen(() => import('../../shared/web/mail/OutboxPage.tsx'), 'OutboxPage', ['mail']),
});

type Feature = (typeof FEATURES)[number];
const publicPages = FEATURES.flatMap((feature): Feature['publicPages'][number][] => [...feature.publicPages]);
const pages = FEATURES.flatMap((feature): Feature['pages'][number][] => [...feature.pages]);
for (const fill of FEATURES.flatMap(({ fills }) => fills)) fill();

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
  routeTree: root.addChildren([login, outbox, ...publicPages, portal.addChildren(pages)]),
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
