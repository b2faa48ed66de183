import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router';
import { z } from 'zod';
import { ALARMS_DEFAULTS, AlarmsSearch } from '../../features/alarms/web/alarms/alarms-search.ts';
import { RulesSearch } from '../../features/alarms/web/rules/rules-search.ts';
import { BULK_DEFAULTS, BulkSearch } from '../../features/cloudcontrol/web/bulk/bulk-search.ts';
import {
  CATALOGUE_DEFAULTS,
  CatalogueSearch,
} from '../../features/cloudcontrol/web/catalogue/catalogue-search.ts';
import { DEVICE_DEFAULTS, DeviceSearch } from '../../features/cloudcontrol/web/field/device/device-search.ts';
import { HOME_DEFAULTS, HomeSearch } from '../../features/cloudcontrol/web/field/home/home-search.ts';
import { FIND_DEFAULTS, FindSearch } from '../../features/cloudcontrol/web/find/find-search.ts';
import {
  REGISTERS_DEFAULTS,
  RegistersSearch,
} from '../../features/cloudcontrol/web/registers/registers-search.ts';
import {
  TEMPLATES_DEFAULTS,
  TemplatesSearch,
} from '../../features/cloudcontrol/web/templates/templates-search.ts';
import { AuditList } from '../../features/companies/web/audit/audit-search.ts';
import { UsersList } from '../../features/companies/web/users/users-search.ts';
import { LoginPage } from '../../features/identity/web/LoginPage.tsx';
import { findUser } from '../../features/identity/web/use-user.ts';
import {
  DEVICES_DEFAULTS,
  DevicesSearch,
} from '../../features/measurements/web/board/devices/devices-search.ts';
import { BoardSearch } from '../../features/measurements/web/chart/board-search.public.ts';
import { DASHBOARD_DEFAULTS, DashboardSearch } from '../../features/overview/overview.model.ts';
import { PLANT_DEFAULTS, PlantSearch } from '../../features/overview/web/plant/plant-search.ts';
import { configQuery } from '../../shared/web/api/config.ts';
import { queryClient } from '../../shared/web/api/query-client.ts';
import { sessionMark } from '../../shared/web/api/session-mark.ts';
import { rewrite } from '../../shared/web/i18n/locale.ts';
import { FRAME_WORDS } from './i18n/words.ts';
import { ErrorPage, NotFoundPage } from './layout/ErrorPage.tsx';
import { Root } from './layout/Root.tsx';
import { StartingPage } from './layout/StartingPage.tsx';
import { screen } from './screen.ts';

/**
 * A line so slow that it shows sees the frame. Not sooner: React holds back for 300 ms what follows a page that stood in
 * for it, and on a fast line that was most of the time to the first card. Until then index.html's mark stands.
 */
const PENDING_MS = 500;
const starting = { pendingComponent: StartingPage, pendingMs: PENDING_MS, pendingMinMs: 0 } as const;

const root = createRootRoute({ component: Root, ...starting });

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

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: z.object({ invitation: z.string().optional().catch(undefined) }),
  // Known before the form is shown, so that none appears where it would be refused; the server judges in any case.
  loader: () => queryClient.prefetchQuery(configQuery),
  component: screen(() => import('./RegisterScreen.tsx'), 'RegisterScreen', []),
});

const TokenSearch = z.object({ token: z.string().optional().catch(undefined) });

const recover = createRoute({
  getParentRoute: () => root,
  path: '/recover',
  validateSearch: TokenSearch,
  component: screen(() => import('../../features/identity/web/recover/RecoverPage.tsx'), 'RecoverPage', []),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  validateSearch: TokenSearch,
  component: screen(() => import('../../features/identity/web/ConfirmEmailPage.tsx'), 'ConfirmEmailPage', []),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: TokenSearch,
  component: screen(() => import('./UnsubscribeScreen.tsx'), 'UnsubscribeScreen', ['notifications']),
});

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: screen(() => import('../../shared/web/mail/OutboxPage.tsx'), 'OutboxPage', ['mail']),
});

/** What stands around every screen behind the sign-in. */
export const Frame = screen(() => import('./layout/Portal.tsx'), 'Portal', FRAME_WORDS);

/** Everything behind the sign-in: whoever is not signed in goes there and comes back to where they wanted to be. */
const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: async ({ location }) => {
    if (await findUser()) return;
    const next = location.href === '/' ? {} : { next: location.href };
    throw redirect({ to: '/login', search: sessionMark() === 'ended' ? { ...next, after: 'ended' } : next });
  },
  component: Frame,
  ...starting,
});

const home = createRoute({
  getParentRoute: () => portal,
  path: '/',
  component: screen(() => import('../../features/overview/web/HomePage.tsx'), 'HomePage', ['overview']),
});

const dashboard = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset',
  validateSearch: DashboardSearch,
  search: { middlewares: [stripSearchParams(DASHBOARD_DEFAULTS)] },
  component: screen(
    () => import('../../features/overview/web/dashboard/DashboardPage.tsx'),
    'DashboardPage',
    ['overview', 'plants'],
  ),
});

const editPlant = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code/edit',
  component: screen(() => import('../../features/plants/web/EditPlantPage.tsx'), 'EditPlantPage', ['plants']),
});

const plant = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code',
  validateSearch: PlantSearch,
  search: { middlewares: [stripSearchParams(PLANT_DEFAULTS)] },
  component: screen(() => import('../../features/overview/web/plant/PlantPage.tsx'), 'PlantPage', [
    'cloudcontrol',
    'measurements',
    'plant',
    'plants',
  ]),
});

const alarmRules = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms/rules',
  validateSearch: RulesSearch,
  component: screen(() => import('../../features/alarms/web/rules/RulesPage.tsx'), 'RulesPage', ['rules']),
});

const charts = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts',
  validateSearch: BoardSearch,
  component: screen(() => import('../../features/measurements/web/board/ChartsPage.tsx'), 'ChartsPage', [
    'board',
  ]),
});

const allDevices = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts/devices',
  validateSearch: DevicesSearch,
  search: { middlewares: [stripSearchParams(DEVICES_DEFAULTS)] },
  component: screen(
    () => import('../../features/measurements/web/board/devices/DevicesPage.tsx'),
    'DevicesPage',
    ['board'],
  ),
});

const savedChart = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts/$id',
  validateSearch: BoardSearch,
  component: screen(() => import('../../features/measurements/web/board/ChartsPage.tsx'), 'SavedChartPage', [
    'board',
  ]),
});

const alarms = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms',
  validateSearch: AlarmsSearch,
  search: { middlewares: [stripSearchParams(ALARMS_DEFAULTS)] },
  component: screen(() => import('../../features/alarms/web/alarms/AlarmsPage.tsx'), 'AlarmsPage', [
    'cloudcontrol',
    'companies',
    'rules',
  ]),
});

const apiKeys = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/api-keys',
  component: screen(() => import('../../features/companies/web/keys/KeysPage.tsx'), 'KeysPage', [
    'companies',
  ]),
});

const webhooks = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/webhooks',
  component: screen(
    () => import('../../features/alarms/web/notifications/WebhooksPage.tsx'),
    'WebhooksPage',
    ['notifications'],
  ),
});

const notifications = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/alarms/notifications',
  component: screen(
    () => import('../../features/alarms/web/notifications/NotificationsPage.tsx'),
    'NotificationsPage',
    ['notifications'],
  ),
});

const ingestion = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/ingestion',
  component: screen(
    () => import('../../features/measurements/web/ingestion/IngestionPage.tsx'),
    'IngestionPage',
    ['measurements'],
  ),
});

const permissions = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/permissions',
  component: screen(
    () => import('../../features/companies/web/permissions/PermissionsPage.tsx'),
    'PermissionsPage',
    ['companies'],
  ),
});

const audit = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/audit',
  validateSearch: AuditList.schema,
  search: { middlewares: [stripSearchParams(AuditList.defaults)] },
  component: screen(() => import('../../features/companies/web/audit/AuditPage.tsx'), 'AuditPage', [
    'companies',
  ]),
});

// spec §6: the way into cloud control for owners and management; the portal judges before it leads on
const cloudControlWay = createRoute({
  getParentRoute: () => portal,
  path: '/apps/RedirectCloudControl',
  component: () => <Navigate to="/apps/cloudcontrol" replace />,
});

const variableGroups = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/variable-groups',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams(CATALOGUE_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/catalogue/VariableGroupsPage.tsx'),
    'VariableGroupsPage',
    ['catalogue'],
  ),
});

const variableNames = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/variable-names',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams(CATALOGUE_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/catalogue/VariableNamesPage.tsx'),
    'VariableNamesPage',
    ['catalogue'],
  ),
});

const categories = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/categories',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams(CATALOGUE_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/catalogue/CategoriesPage.tsx'),
    'CategoriesPage',
    ['catalogue'],
  ),
});

const tags = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/tags',
  validateSearch: CatalogueSearch,
  search: { middlewares: [stripSearchParams(CATALOGUE_DEFAULTS)] },
  component: screen(() => import('../../features/cloudcontrol/web/catalogue/TagsPage.tsx'), 'TagsPage', [
    'catalogue',
  ]),
});

const calcGroups = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/calc-group',
  component: screen(
    () => import('../../features/cloudcontrol/web/calc/CalcGroupsPage.tsx'),
    'CalcGroupsPage',
    ['calc'],
  ),
});

const calcGroup = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/calc-group/$id',
  component: screen(() => import('../../features/cloudcontrol/web/calc/CalcGroupPage.tsx'), 'CalcGroupPage', [
    'board',
    'calc',
  ]),
});

const templates = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/templates',
  validateSearch: TemplatesSearch,
  search: { middlewares: [stripSearchParams(TEMPLATES_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/templates/TemplatesPage.tsx'),
    'TemplatesPage',
    ['templates'],
  ),
});

const template = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/templates/$key',
  component: screen(
    () => import('../../features/cloudcontrol/web/templates/TemplatePage.tsx'),
    'TemplatePage',
    ['catalogue', 'field', 'maps', 'templates'],
  ),
});

const user = createRoute({
  getParentRoute: () => portal,
  path: '/user',
  component: screen(() => import('../../features/identity/web/user/UserPage.tsx'), 'UserPage', []),
});

const createCompany = createRoute({
  getParentRoute: () => portal,
  path: '/companies/create',
  component: screen(
    () => import('../../features/companies/web/company/CreateCompanyPage.tsx'),
    'CreateCompanyPage',
    ['companies'],
  ),
});

const company = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/company',
  component: screen(() => import('../../features/companies/web/company/CompanyPage.tsx'), 'CompanyPage', [
    'companies',
  ]),
});

const users = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/users',
  validateSearch: UsersList.schema,
  search: { middlewares: [stripSearchParams(UsersList.defaults)] },
  component: screen(() => import('../../features/companies/web/users/UsersPage.tsx'), 'UsersPage', [
    'companies',
  ]),
});

const fieldHome = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol',
  validateSearch: HomeSearch,
  search: { middlewares: [stripSearchParams(HOME_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/field/home/CloudControlPage.tsx'),
    'CloudControlPage',
    ['catalogue', 'cloudcontrol', 'field', 'plants'],
  ),
});

const fieldDevice = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/devices/$id',
  validateSearch: DeviceSearch,
  search: { middlewares: [stripSearchParams(DEVICE_DEFAULTS)] },
  component: screen(() => import('./DeviceScreen.tsx'), 'DeviceScreen', [
    'catalogue',
    'cloudcontrol',
    'field',
    'maps',
    'templates',
  ]),
});

const findDevice = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/find',
  validateSearch: FindSearch,
  search: { middlewares: [stripSearchParams(FIND_DEFAULTS)] },
  component: screen(() => import('../../features/cloudcontrol/web/find/FindPage.tsx'), 'FindPage', [
    'catalogue',
    'cloudcontrol',
    'field',
    'find',
    'plants',
  ]),
});

const bulkDevices = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/bulk',
  validateSearch: BulkSearch,
  search: { middlewares: [stripSearchParams(BULK_DEFAULTS)] },
  component: screen(() => import('../../features/cloudcontrol/web/bulk/BulkPage.tsx'), 'BulkPage', [
    'bulk',
    'cloudcontrol',
    'field',
    'find',
    'plants',
  ]),
});

const registers = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/registers',
  validateSearch: RegistersSearch,
  search: { middlewares: [stripSearchParams(REGISTERS_DEFAULTS)] },
  component: screen(
    () => import('../../features/cloudcontrol/web/registers/RegistersPage.tsx'),
    'RegistersPage',
    ['catalogue', 'cloudcontrol', 'field', 'registers'],
  ),
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
  routeTree: root.addChildren([
    login,
    register,
    recover,
    confirmEmail,
    unsubscribe,
    outbox,
    portal.addChildren([
      home,
      user,
      createCompany,
      dashboard,
      plant,
      editPlant,
      alarmRules,
      charts,
      allDevices,
      savedChart,
      alarms,
      company,
      users,
      apiKeys,
      webhooks,
      notifications,
      ingestion,
      audit,
      permissions,
      cloudControlWay,
      variableGroups,
      variableNames,
      categories,
      tags,
      calcGroups,
      calcGroup,
      templates,
      template,
      fieldHome,
      fieldDevice,
      findDevice,
      bulkDevices,
      registers,
    ]),
  ]),
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
