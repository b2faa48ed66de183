import type { Capability, Role } from '../../../src/shared/contract/capabilities.ts';

/** Column order of the table below. */
const COLUMNS: readonly Role[] = [
  'COMPANY_OWNER',
  'MANAGEMENT_0',
  'SUPER_ENGINEER_0',
  'ENGINEER_0',
  'SUPER_WORKER',
  'WORKER',
  'VIEWER',
  'APP_0',
];

// Who may do what, written out once more by hand: the program's own table is held against it, so that an edit there
// that opens or closes a door by mistake is seen. "app": APP_0 must be held as well.
//                                   OWNER MANAG SUPER ENGIN SWORK WORK VIEW APP_0
const TABLE = `
  asset.read              app         x     x     x     x     x    x    x    x
  company.read            -           x     x     x     x     x    x    x    x
  company.manage          -           x     x     x     .     .    .    .    .
  company.administer      -           x     x     .     .     .    .    .    .
  company.disable         -           x     .     .     .     .    .    .    .
  plants.write            app         x     x     x     x     .    .    .    .
  records.write           app         x     x     x     x     .    .    .    .
  records.purge           app         x     x     .     .     .    .    .    .
  maintenance.write       app         x     x     x     x     x    x    .    .
  charts.write            app         x     x     x     x     x    x    .    .
  alarms.write            app         x     x     x     x     x    x    .    .
  community.read          app         x     x     x     x     x    x    x    x
  community.write         app         x     x     x     x     .    .    .    .
  community.close         app         x     x     .     .     .    .    .    .
  residential.curves      app         x     x     x     x     x    x    .    .
  lighting.read           -           x     x     x     x     x    x    x    x
  lighting.switch         -           x     x     x     x     .    .    .    .
  lighting.municipality   -           x     x     x     .     .    .    .    .
  cloudcontrol            -           x     x     x     x     .    .    .    .
  cloudcontrol.purge      -           x     x     .     .     .    .    .    .
  cloudcontrol.redirect   -           x     x     .     .     .    .    .    .
`;

interface Line {
  readonly application: boolean;
  readonly roles: ReadonlySet<string>;
}

const lines = new Map<string, Line>(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [capability = '', application, ...marks] = line.trim().split(/\s+/);
      const roles = COLUMNS.filter((_, i) => marks[i] === 'x');
      return [capability, { application: application === 'app', roles: new Set<string>(roles) }];
    }),
);

/** Capabilities of the table, in its order. */
export const listed: readonly string[] = [...lines.keys()];

/** Whether the written table lets somebody with exactly these roles in. @throws for a capability that it lacks */
export function mayByTable(capability: Capability, roles: readonly Role[]): boolean {
  const line = lines.get(capability);
  if (!line) throw new Error(`the permission matrix of the tests has no line for ${capability}`);
  return (!line.application || roles.includes('APP_0')) && roles.some((role) => line.roles.has(role));
}

/** Each role alone, each with the application, and none at all. */
export const ROLE_SETS: readonly (readonly Role[])[] = [
  [],
  ...COLUMNS.map((role) => [role]),
  ...COLUMNS.filter((role) => role !== 'APP_0').map((role) => [role, 'APP_0'] as const),
];
