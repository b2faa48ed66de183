import {
  allows,
  type Capability,
  KEY_READS,
  NEEDS_SECOND_FACTOR,
  ROLES,
  type Role,
  SEES_EVERY_PLANT,
} from '../../../../shared/contract/capabilities.ts';
import { mayGrant } from '../../ranks.model.ts';

/** The application that a capability is shown under; a new capability does not compile without one. */
const GROUP_OF = {
  'company.read': 'company',
  'company.manage': 'company',
  'company.administer': 'company',
  'company.disable': 'company',
  'asset.read': 'asset',
  'plants.write': 'asset',
  'records.write': 'asset',
  'records.purge': 'asset',
  'maintenance.write': 'asset',
  'alarms.write': 'asset',
  'charts.write': 'asset',
  'community.read': 'community',
  'community.write': 'community',
  'community.close': 'community',
  'residential.curves': 'community',
  'lighting.read': 'lighting',
  'lighting.switch': 'lighting',
  'lighting.municipality': 'lighting',
  cloudcontrol: 'cloudcontrol',
  'cloudcontrol.purge': 'cloudcontrol',
  'cloudcontrol.redirect': 'cloudcontrol',
} as const satisfies Record<Capability, string>;
export type CapabilityGroup = (typeof GROUP_OF)[Capability];

/** What a role alone opens, what it opens together with APP_0 only, and what it does not open. */
export type Mark = 'yes' | 'with_app' | 'no';

/** Asked of the rule that every call is judged by, so that the page cannot say anything else. */
export function markOf(capability: Capability, role: Role): Mark {
  if (allows(capability, [role])) return 'yes';
  return allows(capability, [role, 'APP_0']) ? 'with_app' : 'no';
}

type Keyed<C extends string> = C extends `${infer A}.${infer B}` ? `${A}_${B}` : C;
/** The name under which a capability's words stand. */
export type CapabilityKey = Keyed<Capability>;

/** A row of the matrix. */
export interface Line {
  id: string;
  about: /** `keys`: what only reads of it is open to API keys that may read as well. */
    | { kind: 'capability'; key: CapabilityKey; keys: boolean }
    | { kind: 'every_plant' }
    | { kind: 'second_factor' }
    | { kind: 'grant'; role: Role };
  marks: Readonly<Record<Role, Mark>>;
}

export interface Section {
  group: CapabilityGroup | 'reach' | 'grants';
  lines: readonly Line[];
}

function marks(of: (role: Role) => Mark): Line['marks'] {
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, Mark>;
}
const yes = (holds: boolean): Mark => (holds ? 'yes' : 'no');

function capabilityLine(capability: Capability): Line {
  return {
    id: capability,
    about: {
      kind: 'capability',
      key: capability.replace('.', '_') as CapabilityKey,
      keys: KEY_READS.includes(capability),
    },
    marks: marks((role) => markOf(capability, role)),
  };
}

/** Everything that roles decide, as it is enforced: capabilities by application, plants that are seen, roles that are granted. */
export function sectionsOf(): Section[] {
  const entries = Object.entries(GROUP_OF) as [Capability, CapabilityGroup][];
  const groups = [...new Set(entries.map(([, group]) => group))];
  const capabilities = groups.map((group) => ({
    group,
    lines: entries.filter(([, own]) => own === group).map(([capability]) => capabilityLine(capability)),
  }));
  const reach: Line[] = [
    {
      id: 'every_plant',
      about: { kind: 'every_plant' },
      marks: marks((role) => yes(SEES_EVERY_PLANT.includes(role))),
    },
    {
      id: 'second_factor',
      about: { kind: 'second_factor' },
      marks: marks((role) => yes(NEEDS_SECOND_FACTOR.includes(role))),
    },
  ];
  const grants = ROLES.map(
    (granted): Line => ({
      id: `grant.${granted}`,
      about: { kind: 'grant', role: granted },
      marks: marks((role) => yes(mayGrant([role], granted))),
    }),
  );
  return [...capabilities, { group: 'reach', lines: reach }, { group: 'grants', lines: grants }];
}
