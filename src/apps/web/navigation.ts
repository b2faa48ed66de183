import {
  IconBell,
  IconBinary,
  IconBriefcase,
  IconBuilding,
  IconCategory,
  IconChartBar,
  IconChartLine,
  IconCloudCog,
  IconCpu,
  IconFileReport,
  IconHeartRateMonitor,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMathFunction,
  IconPalette,
  IconPlugConnected,
  IconRadar2,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconStack2,
  IconStackPush,
  IconTag,
  IconTemplate,
  IconTools,
  IconTransferIn,
  IconUsers,
  IconVariable,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { allows, type Capability } from '../../shared/contract/capabilities.ts';
import type { words } from './i18n/en.ts';

export type NavLabel = Exclude<keyof (typeof words)['common']['nav'], 'label' | 'coming_soon'>;

interface Shown {
  label: NavLabel;
  capability: Capability;
}
/** Screens that the sidebars lead to. */
export type Place =
  | '/apps/asset'
  | '/apps/asset/charts'
  | '/apps/asset/alarms'
  | '/apps/asset/ingestion'
  | '/apps/asset/users'
  | '/apps/asset/company'
  | '/apps/asset/permissions'
  | '/apps/asset/api-keys'
  | '/apps/asset/webhooks'
  | '/apps/asset/audit'
  | '/apps/RedirectCloudControl'
  | '/apps/cloudcontrol'
  | '/apps/cloudcontrol/find'
  | '/apps/cloudcontrol/registers'
  | '/apps/cloudcontrol/templates'
  | '/apps/cloudcontrol/bulk'
  | '/apps/cloudcontrol/variable-groups'
  | '/apps/cloudcontrol/variable-names'
  | '/apps/cloudcontrol/categories'
  | '/apps/cloudcontrol/tags'
  | '/apps/cloudcontrol/calc-group';
/** An entry leads somewhere, or is announced: shown disabled and not navigable. */
/** `beneath`: screens under this path belong to it as well. */
export type Entry = Shown & ({ icon: TablerIcon; to: Place; beneath?: string } | { soon: true });
export interface Group {
  label: NavLabel;
  icon: TablerIcon;
  entries: readonly Entry[];
}

const soon = (label: NavLabel): Entry => ({ label, capability: 'asset.read', soon: true });

// spec §2: asset sidebar groups; a later screen adds its line here
const ASSET: readonly Group[] = [
  {
    label: 'monitoring',
    icon: IconHeartRateMonitor,
    entries: [
      {
        label: 'dashboard',
        to: '/apps/asset',
        beneath: '/apps/asset/plants',
        icon: IconLayoutDashboard,
        capability: 'asset.read',
      },
      {
        label: 'charts',
        to: '/apps/asset/charts',
        beneath: '/apps/asset/charts',
        icon: IconChartLine,
        capability: 'asset.read',
      },
      {
        label: 'alarms',
        to: '/apps/asset/alarms',
        beneath: '/apps/asset/alarms',
        icon: IconBell,
        capability: 'asset.read',
      },
      { label: 'ways_in', to: '/apps/asset/ingestion', icon: IconTransferIn, capability: 'asset.read' },
    ],
  },
  { label: 'kpi', icon: IconChartBar, entries: [soon('statistics'), soon('indicators'), soon('pr')] },
  {
    label: 'production',
    icon: IconPlugConnected,
    entries: [
      soon('counter_register'),
      soon('product_vs_fed_in'),
      soon('reading_consistency'),
      soon('gse_comparison'),
      soon('edelwise_comparison'),
    ],
  },
  { label: 'report', icon: IconFileReport, entries: [soon('utf_export')] },
  {
    label: 'configuration',
    icon: IconSettings,
    entries: [
      {
        label: 'cloud_control',
        to: '/apps/RedirectCloudControl',
        icon: IconCloudCog,
        capability: 'cloudcontrol.redirect',
      },
    ],
  },
  {
    // spec §6: asks a role of its own and no application role, although it stands in this sidebar
    label: 'business',
    icon: IconBriefcase,
    entries: [
      { label: 'users', to: '/apps/asset/users', icon: IconUsers, capability: 'company.manage' },
      { label: 'company', to: '/apps/asset/company', icon: IconBuilding, capability: 'company.manage' },
      {
        label: 'permissions',
        to: '/apps/asset/permissions',
        icon: IconShieldCheck,
        capability: 'company.administer',
      },
      { label: 'api_keys', to: '/apps/asset/api-keys', icon: IconKey, capability: 'company.administer' },
      { label: 'webhooks', to: '/apps/asset/webhooks', icon: IconWebhook, capability: 'company.administer' },
      { label: 'audit', to: '/apps/asset/audit', icon: IconHistory, capability: 'company.administer' },
    ],
  },
];

// spec §6: devices, variables and customization; a later screen adds its line here
const CLOUD_CONTROL: readonly Group[] = [
  {
    label: 'field',
    icon: IconCpu,
    entries: [
      {
        label: 'devices',
        to: '/apps/cloudcontrol',
        beneath: '/apps/cloudcontrol/devices',
        icon: IconSitemap,
        capability: 'cloudcontrol',
      },
    ],
  },
  {
    label: 'set_up',
    icon: IconTools,
    entries: [
      {
        label: 'find_device',
        to: '/apps/cloudcontrol/find',
        icon: IconRadar2,
        capability: 'cloudcontrol',
      },
      {
        label: 'registers',
        to: '/apps/cloudcontrol/registers',
        icon: IconBinary,
        capability: 'cloudcontrol',
      },
      {
        label: 'templates',
        to: '/apps/cloudcontrol/templates',
        beneath: '/apps/cloudcontrol/templates',
        icon: IconTemplate,
        capability: 'cloudcontrol',
      },
      { label: 'add_many', to: '/apps/cloudcontrol/bulk', icon: IconStackPush, capability: 'cloudcontrol' },
    ],
  },
  {
    label: 'variables',
    icon: IconVariable,
    entries: [
      {
        label: 'variable_groups',
        to: '/apps/cloudcontrol/variable-groups',
        icon: IconStack2,
        capability: 'cloudcontrol',
      },
      {
        label: 'variable_names',
        to: '/apps/cloudcontrol/variable-names',
        icon: IconVariable,
        capability: 'cloudcontrol',
      },
    ],
  },
  {
    label: 'customization',
    icon: IconPalette,
    entries: [
      {
        label: 'categories',
        to: '/apps/cloudcontrol/categories',
        icon: IconCategory,
        capability: 'cloudcontrol',
      },
      { label: 'tags', to: '/apps/cloudcontrol/tags', icon: IconTag, capability: 'cloudcontrol' },
      {
        label: 'calc_groups',
        to: '/apps/cloudcontrol/calc-group',
        beneath: '/apps/cloudcontrol/calc-group',
        icon: IconMathFunction,
        capability: 'cloudcontrol',
      },
    ],
  },
];

/** An application: where it starts, who may open its screens unless an entry says otherwise, what its sidebar holds. */
export interface Application {
  root: '/apps/asset' | '/apps/cloudcontrol';
  /** Where the home button leads from its pages. */
  home: '/';
  capability: Capability;
  groups: readonly Group[];
}

const APPLICATIONS: readonly Application[] = [
  { root: '/apps/asset', home: '/', capability: 'asset.read', groups: ASSET },
  { root: '/apps/cloudcontrol', home: '/', capability: 'cloudcontrol', groups: CLOUD_CONTROL },
];

/** The application that a path belongs to, or null. Paths without one have an empty menu. // spec §2 */
export function applicationOf(pathname: string): Application | null {
  return APPLICATIONS.find(({ root }) => pathname === root || pathname.startsWith(`${root}/`)) ?? null;
}

/** The groups that somebody with these roles sees: a group without visible entries is hidden. // spec §6 */
export function visibleGroups(groups: readonly Group[], roles: readonly string[]): Group[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => allows(entry.capability, roles)) }))
    .filter((group) => group.entries.length > 0);
}

const bare = (path: string) => path.replace(/\/+$/, '') || '/';

/** The entry whose screen, or a screen beneath it, stands at a path; an application's root has none beneath. */
function entryAt({ root, groups }: Application, pathname: string): (Entry & { to: Place }) | undefined {
  const path = bare(pathname);
  return groups
    .flatMap((group) => group.entries)
    .filter((entry) => 'to' in entry)
    .find(({ to }) => path === bare(to) || (to !== root && path.startsWith(`${bare(to)}/`)));
}

/** What a path asks of whoever opens it: the capability of its entry, else its application's; null asks for nothing. */
export function capabilityOf(pathname: string): Capability | null {
  const application = applicationOf(pathname);
  if (application) return entryAt(application, pathname)?.capability ?? application.capability;
  // A way from one application into another stands in neither.
  const way = APPLICATIONS.map((one) => entryAt(one, pathname)).find((entry) => entry !== undefined);
  return way?.capability ?? null;
}

/** Where somebody with these roles goes on who leaves a path of another company: the same screen, if it opens there. */
export function placeAfter(pathname: string, roles: readonly string[]): Place | '/' {
  const application = applicationOf(pathname);
  if (!application) return '/';
  const entry = entryAt(application, pathname);
  if (entry && allows(entry.capability, roles)) return entry.to;
  return allows(application.capability, roles) ? application.root : '/';
}

/** Whether a group stands open on arrival: when the path equals that of one of its entries. // spec §4 */
export function holdsPath(group: Group, pathname: string): boolean {
  return group.entries.some((entry) => standsAt(entry, pathname));
}

/** Whether the screen at a path is the entry's own, or one that is reached through it alone. */
export function standsAt(entry: Entry, pathname: string): boolean {
  if (!('to' in entry)) return false;
  const path = bare(pathname);
  return path === bare(entry.to) || (entry.beneath !== undefined && path.startsWith(`${entry.beneath}/`));
}

/** Whether a path is that of an application's first screen. */
export const isRootOf = ({ root }: Application, pathname: string): boolean => bare(pathname) === root;

/** The applications that somebody with these roles may open. */
export function applicationsFor(roles: readonly string[]): Application[] {
  return APPLICATIONS.filter(({ capability }) => allows(capability, roles));
}

/** Screens of the person and not of a company: they open without one, and in one that is closed to them. */
const OWN_SCREENS: readonly string[] = ['/user', '/companies/create'];

/** Whether a screen shows a company's data. */
export function needsCompany(pathname: string): boolean {
  return !OWN_SCREENS.includes(bare(pathname));
}
