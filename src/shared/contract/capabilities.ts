/** Roles of specification §6, gravest first; a role may grant itself and those after it. APP_0 opens applications. */
export const ROLES = [
  'COMPANY_OWNER',
  'MANAGEMENT_0',
  'SUPER_ENGINEER_0',
  'ENGINEER_0',
  'SUPER_WORKER',
  'WORKER',
  'VIEWER',
  'APP_0',
] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE: readonly Role[] = ROLES;
const OWNERS = ['COMPANY_OWNER', 'MANAGEMENT_0'] as const;
const MANAGERS = [...OWNERS, 'SUPER_ENGINEER_0'] as const;
const ENGINEERS = [...MANAGERS, 'ENGINEER_0'] as const;
const FIELD = [...ENGINEERS, 'SUPER_WORKER', 'WORKER'] as const;

interface Rule {
  /** The application role that must be held as well, or null. */
  readonly application: 'APP_0' | null;
  readonly roles: readonly Role[];
}

/**
 * Who may do what: a capability names an application (or none) and roles. The call, the menu entry and the button
 * name the same capability, so a hidden item and a refused call cannot disagree. // spec §6
 */
export const CAPABILITIES = {
  'asset.read': { application: 'APP_0', roles: EVERYONE },
  'company.read': { application: null, roles: EVERYONE },
  'company.manage': { application: null, roles: MANAGERS },
  'company.administer': { application: null, roles: OWNERS },
  'company.disable': { application: null, roles: ['COMPANY_OWNER'] },
  'plants.write': { application: 'APP_0', roles: ENGINEERS },
  'charts.write': { application: 'APP_0', roles: FIELD },
  'records.write': { application: 'APP_0', roles: ENGINEERS },
  'records.purge': { application: 'APP_0', roles: OWNERS },
  'maintenance.write': { application: 'APP_0', roles: FIELD },
  'alarms.write': { application: 'APP_0', roles: FIELD },
  'community.read': { application: 'APP_0', roles: EVERYONE },
  'community.write': { application: 'APP_0', roles: ENGINEERS },
  'community.close': { application: 'APP_0', roles: OWNERS },
  'residential.curves': { application: 'APP_0', roles: FIELD },
  'lighting.read': { application: null, roles: EVERYONE },
  'lighting.switch': { application: null, roles: ENGINEERS },
  'lighting.municipality': { application: null, roles: MANAGERS },
  cloudcontrol: { application: null, roles: ENGINEERS },
  'cloudcontrol.purge': { application: null, roles: OWNERS },
  'cloudcontrol.redirect': { application: null, roles: OWNERS },
} as const satisfies Record<string, Rule>;

export type Capability = keyof typeof CAPABILITIES;

/** What a program with a key that may read is shown as well, where the call only reads. */
export const KEY_READS: readonly Capability[] = ['asset.read', 'community.read', 'lighting.read'];

/** Roles that administer or will switch things: of these a company may demand a second factor. */
export const NEEDS_SECOND_FACTOR: readonly Role[] = ENGINEERS;

/** Roles that see every plant of their company; everyone else sees the plants named for them. */
export const SEES_EVERY_PLANT: readonly Role[] = MANAGERS;

/** Whether somebody holding `roles` in a company may use `capability` there. */
export function allows(capability: Capability, roles: readonly string[]): boolean {
  const rule: Rule = CAPABILITIES[capability];
  if (rule.application && !roles.includes(rule.application)) return false;
  return rule.roles.some((role) => roles.includes(role));
}
