import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';

const TokenSearch = z.object({ token: z.string().optional().catch(undefined) });

const recover = createRoute({
  getParentRoute: () => root,
  path: '/recover',
  validateSearch: TokenSearch,
  component: screen(() => import('./web/recover/RecoverPage.tsx'), 'RecoverPage', []),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  validateSearch: TokenSearch,
  component: screen(() => import('./web/ConfirmEmailPage.tsx'), 'ConfirmEmailPage', []),
});

const user = createRoute({
  getParentRoute: () => portal,
  path: '/user',
  component: screen(() => import('./web/user/UserPage.tsx'), 'UserPage', []),
});

export const identityWeb = defineWebFeature({
  publicPages: [recover, confirmEmail],
  pages: [user],
  ownPages: ['/user'],
  words: {
    identity: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
