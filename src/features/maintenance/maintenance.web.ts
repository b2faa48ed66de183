import {
  IconBuilding,
  IconCalendarRepeat,
  IconChartBar,
  IconClipboardList,
  IconDeviceMobile,
  IconFileText,
  IconTool,
} from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { CompanyListAddress } from '../../shared/web/list/company-list-address.ts';
import { withinAlarm } from '../alarms/web/detail/alarm-slot.public.ts';
import { withinDowntime } from '../downtimes/web/downtime-slot.public.ts';
import { belowPlantChart } from '../overview/web/plant/plant-slot.public.ts';
import { FIELD_MODE_MARK, forgetFieldMode } from './web/fieldmode/forget-field-mode.ts';
import { FiguresList } from './web/figures/figures-list.ts';
import { FirmsList } from './web/firms/firms-list.ts';
import { PlansList } from './web/plans/plans-list.ts';
import { ReportsList } from './web/reports/reports-list.ts';
import { RequestsList } from './web/requests/requests-list.ts';

const maintenanceTypes = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-types',
  validateSearch: CompanyListAddress.schema,
  search: { middlewares: [stripSearchParams(CompanyListAddress.defaults)] },
  component: screen(() => import('./web/MaintenanceTypesPage.tsx'), 'MaintenanceTypesPage', ['maintenance']),
});

const requests = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-requests',
  validateSearch: RequestsList.schema,
  search: { middlewares: [stripSearchParams(RequestsList.defaults)] },
  component: screen(() => import('./web/requests/RequestsPage.tsx'), 'RequestsPage', [
    'requests',
    'reports',
    'records',
  ]),
});

const requestsBin = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-requests/bin',
  component: screen(() => import('./web/requests/RequestsBinPage.tsx'), 'RequestsBinPage', [
    'requests',
    'records',
  ]),
});

const reports = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-reports',
  validateSearch: ReportsList.schema,
  search: { middlewares: [stripSearchParams(ReportsList.defaults)] },
  component: screen(() => import('./web/reports/ReportsPage.tsx'), 'ReportsPage', [
    'reports',
    'requests',
    'records',
  ]),
});

const reportsBin = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-reports/bin',
  component: screen(() => import('./web/reports/ReportsBinPage.tsx'), 'ReportsBinPage', [
    'reports',
    'records',
  ]),
});

const firms = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/outside-firms',
  validateSearch: FirmsList.schema,
  search: { middlewares: [stripSearchParams(FirmsList.defaults)] },
  component: screen(() => import('./web/firms/FirmsPage.tsx'), 'FirmsPage', ['requests']),
});

const plans = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-plans',
  validateSearch: PlansList.schema,
  search: { middlewares: [stripSearchParams(PlansList.defaults)] },
  component: screen(() => import('./web/plans/PlansPage.tsx'), 'PlansPage', ['plans', 'requests']),
});

const figures = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/maintenance-figures',
  validateSearch: FiguresList.schema,
  search: { middlewares: [stripSearchParams(FiguresList.defaults)] },
  component: screen(() => import('./web/figures/FiguresPage.tsx'), 'FiguresPage', ['figures', 'requests']),
});

const outside = createRoute({
  getParentRoute: () => root,
  path: '/r/$token',
  component: screen(() => import('./web/outside/OutsidePage.tsx'), 'OutsidePage', [
    'outside',
    'requests',
    'reports',
    'records',
  ]),
});

const number = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .optional()
  .catch(undefined);
const key = z.uuid().optional().catch(undefined);

// Outside of the portal: it opens without a network, and so without asking who is there.
const fieldMode = createRoute({
  getParentRoute: () => root,
  path: '/apps/asset/field-mode',
  validateSearch: z.object({ request: number, report: key }),
  component: screen(() => import('./web/fieldmode/FieldModePage.tsx'), 'FieldModePage', [
    'fieldmode',
    'requests',
    'reports',
    'outside',
  ]),
});

const unsent = screen(() => import('./web/fieldmode/UnsentQuestion.tsx'), 'UnsentQuestion', ['fieldmode']);

const alarmRequests = screen(() => import('./web/requests/AlarmRequests.tsx'), 'AlarmRequests', [
  'requests',
  'reports',
]);

const plantRequests = screen(() => import('./web/requests/PlantRequests.tsx'), 'PlantRequests', ['requests']);

const downtimeWork = screen(() => import('./web/reports/LinkedReports.tsx'), 'DowntimeWork', [
  'reports',
  'requests',
]);

export const maintenanceWeb = defineWebFeature({
  publicPages: [outside, fieldMode],
  pages: [maintenanceTypes, requests, requestsBin, reports, reportsBin, plans, figures, firms],
  fills: [
    fillSlot(withinAlarm, { capability: 'asset.read', component: alarmRequests }),
    fillSlot(belowPlantChart, {
      capability: 'asset.read',
      component: plantRequests,
      ahead: async () => (await import('./web/requests/ask-ahead.ts')).requestsAhead,
    }),
    fillSlot(withinDowntime, { capability: 'asset.read', component: downtimeWork }),
  ],
  keeps: [{ mark: FIELD_MODE_MARK, question: unsent, forget: forgetFieldMode }],
  navigation: [
    {
      group: 'management',
      order: 20,
      label: { en: 'Intervention requests', it: 'Richieste di intervento' },
      to: '/apps/asset/maintenance-requests',
      beneath: '/apps/asset/maintenance-requests',
      icon: IconClipboardList,
      capability: 'asset.read',
      list: RequestsList.name,
    },
    {
      group: 'report',
      order: 30,
      label: { en: 'Intervention reports', it: 'Rapporti di intervento' },
      to: '/apps/asset/maintenance-reports',
      beneath: '/apps/asset/maintenance-reports',
      icon: IconFileText,
      capability: 'asset.read',
      list: ReportsList.name,
    },
    {
      group: 'management',
      order: 22,
      label: { en: 'Field mode', it: 'Modalità sul campo' },
      to: '/apps/asset/field-mode',
      icon: IconDeviceMobile,
      capability: 'maintenance.write',
    },
    {
      group: 'management',
      order: 25,
      label: { en: 'Planned maintenance', it: 'Manutenzione programmata' },
      to: '/apps/asset/maintenance-plans',
      icon: IconCalendarRepeat,
      capability: 'asset.read',
      list: PlansList.name,
    },
    {
      group: 'management',
      order: 30,
      label: { en: 'Maintenance figures', it: 'Indicatori di manutenzione' },
      to: '/apps/asset/maintenance-figures',
      icon: IconChartBar,
      capability: 'asset.read',
    },
    {
      group: 'configuration',
      order: 20,
      label: { en: 'Maintenance types', it: 'Tipi di manutenzione' },
      to: '/apps/asset/maintenance-types',
      icon: IconTool,
      capability: 'asset.read',
    },
    {
      group: 'configuration',
      order: 25,
      label: { en: 'Firms and checklists', it: 'Ditte e liste di controllo' },
      to: '/apps/asset/outside-firms',
      icon: IconBuilding,
      capability: 'asset.read',
    },
  ],
  words: {
    fieldmode: {
      en: () => import('./web/fieldmode/i18n/en.json'),
      it: () => import('./web/fieldmode/i18n/it.json'),
    },
    maintenance: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    requests: {
      en: () => import('./web/requests/i18n/en.json'),
      it: () => import('./web/requests/i18n/it.json'),
    },
    figures: {
      en: () => import('./web/figures/i18n/en.json'),
      it: () => import('./web/figures/i18n/it.json'),
    },
    plans: {
      en: () => import('./web/plans/i18n/en.json'),
      it: () => import('./web/plans/i18n/it.json'),
    },
    reports: {
      en: () => import('./web/reports/i18n/en.json'),
      it: () => import('./web/reports/i18n/it.json'),
    },
    outside: {
      en: () => import('./web/outside/i18n/en.json'),
      it: () => import('./web/outside/i18n/it.json'),
    },
  },
});
