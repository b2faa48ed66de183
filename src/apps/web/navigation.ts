import {
  IconBarrierBlock,
  IconBriefcase,
  IconBulb,
  IconCalculator,
  IconChartBar,
  IconCpu,
  IconFileReport,
  IconHeartRateMonitor,
  IconPalette,
  IconPlugConnected,
  IconSettings,
  IconTool,
  IconUsersGroup,
  IconVariable,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import { allows, type Capability } from '../../shared/contract/capabilities.ts';
import type { Label, NavigationEntry } from '../../shared/web/feature/navigation.ts';
import { FEATURES } from './features.ts';

type Declared = (typeof FEATURES)[number]['navigation'][number];
/** Screens that the sidebars lead to. */
export type Place = Declared['to'] | PartOf<Declared>;
type PartOf<Entry> = Entry extends { readonly parts: readonly { readonly to: infer To }[] } ? To : never;
/** An entry leads somewhere, or is announced: shown disabled and not navigable. */
export type Entry = NavigationEntry<Place> | { label: Label; capability: Capability; soon: true };
export interface Group {
  label: Label;
  icon: TablerIcon;
  entries: readonly Entry[];
}

const ENTRIES: readonly (NavigationEntry<Place> & { group: Declared['group'] })[] = FEATURES.flatMap(
  ({ navigation }) => [...navigation],
);

const soon = (label: Label): Entry => ({ label, capability: 'asset.read', soon: true });

/** A group of a sidebar: the entries that areas declare for it, then those that are only announced. */
function group(
  id: Declared['group'] | null,
  shown: { label: Label; icon: TablerIcon },
  announced: readonly Entry[] = [],
): Group {
  const declared = ENTRIES.filter((entry) => entry.group === id).sort((a, b) => a.order - b.order);
  return { ...shown, entries: [...declared, ...announced] };
}

// spec §2: asset sidebar groups
const ASSET: readonly Group[] = [
  group('monitoring', { label: { en: 'Monitoring', it: 'Monitoraggio' }, icon: IconHeartRateMonitor }),
  group('cameras', { label: { en: 'Security camera', it: 'Telecamere' }, icon: IconVideo }),
  group('downtimes', { label: { en: 'Downtimes', it: 'Fermi' }, icon: IconBarrierBlock }),
  group(null, { label: { en: 'KPI', it: 'KPI' }, icon: IconChartBar }, [
    soon({ en: 'Statistics', it: 'Statistiche' }),
    soon({ en: 'Indicators', it: 'Indicatori' }),
    soon({ en: 'PR', it: 'PR' }),
  ]),
  group('production', { label: { en: 'Production', it: 'Produzione' }, icon: IconPlugConnected }, [
    soon({ en: 'Daily/monthly counter register', it: 'Registro contatori giornaliero/mensile' }),
    soon({ en: 'Product vs fed-in comparison', it: 'Confronto prodotta e immessa' }),
    soon({ en: 'Reading consistency check', it: 'Verifica congruenza letture' }),
    soon({ en: 'GSE reading comparison', it: 'Confronto letture GSE' }),
    soon({ en: 'Edelwise reading comparison', it: 'Confronto letture Edelwise' }),
  ]),
  group('management', { label: { en: 'Management', it: 'Gestione' }, icon: IconTool }),
  group('report', { label: { en: 'Report', it: 'Report' }, icon: IconFileReport }, [
    soon({ en: 'UTF export', it: 'Esportazione UTF' }),
  ]),
  group('configuration', { label: { en: 'Configuration', it: 'Configurazione' }, icon: IconSettings }),
  // spec §6: asks a role of its own and no application role, although it stands in this sidebar
  group('business', { label: { en: 'Business management', it: 'Gestione aziendale' }, icon: IconBriefcase }),
];

// spec §6: devices, variables and customization
const CLOUD_CONTROL: readonly Group[] = [
  group('devices', { label: { en: 'Devices', it: 'Dispositivi' }, icon: IconCpu }),
  group('variables', { label: { en: 'Variables', it: 'Variabili' }, icon: IconVariable }),
  group('customization', { label: { en: 'Customization', it: 'Personalizzazione' }, icon: IconPalette }),
];

// spec §2: sidebar of lighting
const LIGHTING: readonly Group[] = [
  group('lighting', {
    label: { en: 'Public lighting', it: 'Illuminazione pubblica' },
    icon: IconBulb,
  }),
];
// spec §2: sidebars by route prefix: cer simulation, energy community; that of residential is empty
const COMMUNITY: readonly Group[] = [
  group('community', { label: { en: 'Energy community', it: 'Comunità energetica' }, icon: IconUsersGroup }),
];
const SIMULATION: readonly Group[] = [
  group('simulation', { label: { en: 'CER simulation', it: 'Simulazione CER' }, icon: IconCalculator }),
];

/** An application: where it starts, who may open its screens unless an entry says otherwise, what its sidebar holds. */
export interface Application {
  /** Of the paths that have its menu; its root where nothing is said. */
  prefix?: string;
  root: '/apps/asset' | '/apps/cloudcontrol' | '/apps/cerresid' | '/apps/illuminazione';
  /** Where the home button leads from its pages. // spec §2 */
  home: '/' | '/apps/cerresid';
  capability: Capability;
  groups: readonly Group[];
}

const CERRESID = {
  root: '/apps/cerresid',
  home: '/apps/cerresid',
  capability: 'community.read',
} as const;

const APPLICATIONS: readonly Application[] = [
  { root: '/apps/asset', home: '/', capability: 'asset.read', groups: ASSET },
  { root: '/apps/cloudcontrol', home: '/', capability: 'cloudcontrol', groups: CLOUD_CONTROL },
  { root: '/apps/illuminazione', home: '/', capability: 'lighting.read', groups: LIGHTING },
  { ...CERRESID, prefix: '/apps/cerresid/energy_community', groups: COMMUNITY },
  { ...CERRESID, prefix: '/apps/cerresid/cer_simulation', groups: SIMULATION },
  { ...CERRESID, groups: [] },
];

/** The application that a path belongs to, or null. Paths without one have an empty menu. // spec §2 */
export function applicationOf(pathname: string): Application | null {
  const holds = ({ root, prefix = root }: Application) =>
    pathname === prefix || pathname.startsWith(`${prefix}/`);
  return APPLICATIONS.find(holds) ?? null;
}

/** The groups that somebody with these roles sees: a group without visible entries is hidden. // spec §6 */
export function visibleGroups(groups: readonly Group[], roles: readonly string[]): Group[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => allows(entry.capability, roles)) }))
    .filter((group) => group.entries.length > 0);
}

const bare = (path: string) => path.replace(/\/+$/, '') || '/';

/** The addresses of an entry's page: its own, and those of its tabs. */
const addressesOf = ({ to, parts = [] }: NavigationEntry<Place>): Place[] => [
  to,
  ...parts.map((one) => one.to),
];

/**
 * The entry whose screen, or a screen beneath it, stands at a path; an application's root has none beneath. Of entries whose
 * addresses lie beneath each other it is the one that lies nearest.
 */
function entryAt({ root, groups }: Application, pathname: string): NavigationEntry<Place> | undefined {
  const path = bare(pathname);
  const stands = (to: Place) => path === bare(to) || (to !== root && path.startsWith(`${bare(to)}/`));
  const nearness = (entry: NavigationEntry<Place>) =>
    Math.max(-1, ...addressesOf(entry).map((to) => (stands(to) ? bare(to).length : -1)));
  const [nearest] = groups
    .flatMap((group) => group.entries)
    .filter((entry) => 'to' in entry)
    .filter((entry) => nearness(entry) >= 0)
    .toSorted((a, b) => nearness(b) - nearness(a));
  return nearest;
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
export function placeAfter(pathname: string, roles: readonly string[]): Place | Application['root'] | '/' {
  const application = applicationOf(pathname);
  if (!application) return '/';
  const entry = entryAt(application, pathname);
  if (entry && allows(entry.capability, roles))
    return addressesOf(entry).find((to) => bare(pathname) === bare(to)) ?? entry.to;
  return allows(application.capability, roles) ? application.root : '/';
}

/** Whether a group stands open on arrival: when the path equals that of one of its entries. // spec §4 */
export function holdsPath(group: Group, pathname: string): boolean {
  return group.entries.some((entry) => standsAt(entry, pathname));
}

/** Whether the screen at a path is the entry's own, or one that is reached through it alone. */
export function standsAt(entry: Entry, pathname: string): boolean {
  if (!('to' in entry)) return false;
  const beneath = entry.beneath !== undefined && bare(pathname).startsWith(`${entry.beneath}/`);
  return isPageOf(entry, pathname) || beneath;
}

/** Whether the screen at a path is the entry's own, or a tab of it. */
export const isPageOf = (entry: Entry, pathname: string): boolean =>
  'to' in entry && addressesOf(entry).some((to) => bare(pathname) === bare(to));

/** The group and entry that somebody with these roles stands at, and whether beneath the entry's own screen. */
export function placeOf(application: Application, roles: readonly string[], pathname: string) {
  for (const group of visibleGroups(application.groups, roles)) {
    const entry = group.entries.filter((one) => 'to' in one).find((one) => standsAt(one, pathname));
    if (entry) return { group, entry, beneath: !isPageOf(entry, pathname) };
  }
  return null;
}

/** Whether a path is that of an application's first screen. */
export const isRootOf = ({ root }: Application, pathname: string): boolean => bare(pathname) === root;

/** The applications that somebody with these roles may open. */
export function applicationsFor(roles: readonly string[]): Application[] {
  return APPLICATIONS.filter(({ capability }) => allows(capability, roles));
}

/** A screen of the menus, or a tab of one that has an address of its own. */
export interface MenuPage {
  to: Place;
  label: Label;
  /** What it belongs to. */
  beside: Label;
  list: string | undefined;
}

/** The screens of all menus that somebody with these roles may open. */
export function pagesFor(roles: readonly string[]): MenuPage[] {
  const pages = applicationsFor(roles)
    .flatMap(({ groups }) => visibleGroups(groups, roles))
    .flatMap(({ entries, label: beside }) =>
      entries
        .filter((entry) => 'to' in entry)
        .flatMap(({ to, label, list, parts = [] }): MenuPage[] => [
          { to, label, beside, list },
          ...parts.map((part) => ({ list: undefined, ...part, beside: label })),
        ]),
    );
  // An entry and its first tab have one address: the tab says more.
  return pages.filter(({ to }, at) => pages.findLastIndex((one) => one.to === to) === at);
}

const OWN_PAGES: readonly string[] = FEATURES.flatMap(({ ownPages }) => [...ownPages]);

const FULL_PAGES: readonly string[] = FEATURES.flatMap(({ fullPages }) => [...fullPages]);

/** Whether a screen takes the whole window. */
export const isFullPage = (pathname: string): boolean => FULL_PAGES.includes(bare(pathname));

/** Whether a screen shows a company's data. */
export function needsCompany(pathname: string): boolean {
  return !OWN_PAGES.includes(bare(pathname));
}
