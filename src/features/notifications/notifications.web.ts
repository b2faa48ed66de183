import { IconWebhook } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';

const webhooks = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/webhooks',
  component: screen(() => import('../notifications/web/webhooks/WebhooksPage.tsx'), 'WebhooksPage', [
    'notifications',
  ]),
});

export const notificationsWeb = defineWebFeature({
  pages: [webhooks],
  navigation: [
    {
      group: 'business',
      order: 50,
      label: { en: 'Webhooks', it: 'Webhook' },
      to: '/apps/asset/webhooks',
      icon: IconWebhook,
      capability: 'company.administer',
    },
  ],
  words: {
    bell: { en: () => import('./web/bell/i18n/en.json'), it: () => import('./web/bell/i18n/it.json') },
    notifications: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
