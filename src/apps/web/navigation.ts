import {
  IconChartBar,
  IconFileReport,
  IconHeartRateMonitor,
  IconLayoutDashboard,
  IconPlugConnected,
  type TablerIcon,
} from '@tabler/icons-react';
import { allows, type Capability } from '../../shared/contract/capabilities.ts';
import type { words } from './i18n/en.ts';

export type NavLabel = Exclude<keyof (typeof words)['common']['nav'], 'label' | 'coming_soon'>;

interface Shown {
  label: NavLabel;
  capability: Capability;
}
/** An entry leads somewhere, or is announced: shown disabled and not navigable. */
export type Entry = Shown & ({ icon: TablerIcon; to: '/apps/asset' } | { soon: true });
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
    entries: [{ label: 'dashboard', to: '/apps/asset', icon: IconLayoutDashboard, capability: 'asset.read' }],
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
];

/** An application: where it starts, who may open it and what its sidebar holds. */
export interface Application {
  root: '/apps/asset';
  /** Where the home button leads from its pages. */
  home: '/';
  capability: Capability;
  groups: readonly Group[];
}

const APPLICATIONS: readonly Application[] = [
  { root: '/apps/asset', home: '/', capability: 'asset.read', groups: ASSET },
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

/** Whether a group stands open on arrival: when the path equals that of one of its entries. // spec §4 */
export function holdsPath(group: Group, pathname: string): boolean {
  return group.entries.some((entry) => 'to' in entry && bare(entry.to) === bare(pathname));
}

/** The applications that somebody with these roles may open. */
export function applicationsFor(roles: readonly string[]): Application[] {
  return APPLICATIONS.filter(({ capability }) => allows(capability, roles));
}
