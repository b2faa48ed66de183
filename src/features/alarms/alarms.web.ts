import { IconBell } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { belowDeviceHead } from '../cloudcontrol/web/field/device/device-slot.public.ts';
import { AlarmsList } from './web/alarms/alarms-list.ts';
import { withinAlarm } from './web/detail/alarm-slot.public.ts';
import { RulesList } from './web/rules/rules-list.ts';

const TokenSearch = z.object({ token: z.string().optional().catch(undefined) });

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: TokenSearch,
  component: screen(() => import('./web/notifications/UnsubscribePage.tsx'), 'UnsubscribePage', [
    'notifications',
  ]),
});

const alarmRules = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms/rules',
  validateSearch: RulesList.schema,
  component: screen(() => import('./web/rules/RulesPage.tsx'), 'RulesPage', ['rules']),
});

const alarms = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms',
  validateSearch: AlarmsList.schema,
  search: { middlewares: [stripSearchParams(AlarmsList.defaults)] },
  component: screen(
    () => import('./web/alarms/AlarmsPage.tsx'),
    'AlarmsPage',
    ['audit', 'cloudcontrol', 'detail', 'field', 'rules'],
    [withinAlarm],
  ),
});

const notifications = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms/notifications',
  component: screen(() => import('./web/notifications/NotificationsPage.tsx'), 'NotificationsPage', [
    'notifications',
  ]),
});

const bell = screen(() => import('./web/Bell.tsx'), 'Bell', ['alarms', 'bell', 'charts', 'logs', 'snooze']);

const deviceAlarms = screen(() => import('./web/plant/DeviceAlarms.tsx'), 'DeviceAlarms', [
  'cloudcontrol',
  'detail',
]);

export const alarmsWeb = defineWebFeature({
  publicPages: [unsubscribe],
  pages: [alarmRules, alarms, notifications],
  headerParts: [{ application: '/apps/asset', capability: 'asset.read', component: bell }],
  fills: [fillSlot(belowDeviceHead, { capability: 'asset.read', component: deviceAlarms })],
  navigation: [
    {
      group: 'monitoring',
      order: 30,
      label: { en: 'Alarms', it: 'Allarmi' },
      to: '/apps/asset/alarms',
      beneath: '/apps/asset/alarms',
      list: AlarmsList.name,
      icon: IconBell,
      capability: 'asset.read',
    },
  ],
  words: {
    alarms: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    detail: { en: () => import('./web/detail/i18n/en.json'), it: () => import('./web/detail/i18n/it.json') },
    logs: { en: () => import('./web/logs/i18n/en.json'), it: () => import('./web/logs/i18n/it.json') },
    rules: { en: () => import('./web/rules/i18n/en.json'), it: () => import('./web/rules/i18n/it.json') },
    snooze: { en: () => import('./web/snooze/i18n/en.json'), it: () => import('./web/snooze/i18n/it.json') },
  },
});
