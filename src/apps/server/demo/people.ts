import type { Role } from '../../../shared/contract/capabilities.ts';

export type DemoCompany = 'aurora' | 'borea';

export interface DemoMembership {
  company: DemoCompany;
  roles: readonly Role[];
  /** Plants named for those who do not see every plant. */
  plants?: readonly string[];
}

export interface DemoPerson {
  email: string;
  name: string;
  language?: 'it' | 'en';
  memberships: readonly DemoMembership[];
}

export interface DemoUser extends DemoPerson {
  /** What the sign-in page says of them. */
  label: string;
}

/** Somebody whom an owner has invited, and who has not come yet. */
export interface DemoInvitation {
  company: DemoCompany;
  /** Address of who invites. */
  by: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  plants: readonly string[];
  language: 'it' | 'en';
  days_ago: number;
}

export const demoCompanies = {
  aurora: {
    name: 'Aurora Energia',
    company_slug: 'aurora-energia',
    description: 'Fotovoltaico, idroelettrico e biogas in tutta Italia',
    telephone: '+39 02 5550 0100',
    tag_key: 'AUR',
  },
  borea: {
    name: 'Borea Solare',
    company_slug: 'borea-solare',
    description: 'Impianti fotovoltaici in Sardegna e Sicilia',
    telephone: '+39 070 555 0200',
    tag_key: 'BOR',
  },
} as const;

const SOME = ['AUR-001', 'AUR-002', 'AUR-003', 'AUR-005', 'AUR-012'];
const FEW = ['AUR-002', 'AUR-004', 'AUR-012'];

function inAurora(
  mailbox: string,
  name: string,
  role: Role,
  plants?: readonly string[],
  app = true,
): DemoUser {
  return {
    email: `${mailbox}@aurora.example`,
    name,
    label: `Aurora Energia · ${role}`,
    memberships: [
      { company: 'aurora', roles: app ? [role, 'APP_0'] : [role], ...(plants ? { plants } : {}) },
    ],
  };
}

/** One user for each role of specification §6, two companies with nothing in common, and one user of both. */
export const demoUsers: readonly DemoUser[] = [
  inAurora('owner', 'Marta Rinaldi', 'COMPANY_OWNER'),
  inAurora('management', 'Paolo Ferraris', 'MANAGEMENT_0'),
  inAurora('superengineer', 'Giulia Conti', 'SUPER_ENGINEER_0'),
  inAurora('engineer', 'Luca Moretti', 'ENGINEER_0', SOME),
  inAurora('superworker', 'Sara Galli', 'SUPER_WORKER', SOME),
  inAurora('worker', 'Davide Serra', 'WORKER', FEW, false),
  inAurora('viewer', 'Elena Fontana', 'VIEWER', FEW),
  {
    email: 'owner@borea.example',
    name: 'Antonio Melis',
    label: 'Borea Solare · COMPANY_OWNER',
    memberships: [{ company: 'borea', roles: ['COMPANY_OWNER', 'APP_0'] }],
  },
  {
    email: 'consultant@demo.example',
    name: 'Chiara Lombardi',
    label: 'Aurora Energia · ENGINEER_0, Borea Solare · VIEWER',
    memberships: [
      { company: 'aurora', roles: ['ENGINEER_0', 'APP_0'], plants: SOME },
      { company: 'borea', roles: ['VIEWER', 'APP_0'], plants: ['BOR-001', 'BOR-002'] },
    ],
  },
];

const colleague = (
  mailbox: string,
  name: string,
  roles: readonly Role[],
  plants?: readonly string[],
): DemoPerson => ({
  email: `${mailbox}@aurora.example`,
  name,
  memberships: [{ company: 'aurora', roles, ...(plants ? { plants } : {}) }],
});

/** Who else works there: they may sign in as well, and fill the page of users with life. */
export const demoColleagues: readonly DemoPerson[] = [
  colleague('amato', 'Roberto Amato', ['MANAGEMENT_0']),
  colleague('bassi', 'Federico Bassi', ['ENGINEER_0', 'APP_0'], ['AUR-006', 'AUR-007', 'AUR-008']),
  colleague('colombo', 'Nadia Colombo', ['SUPER_WORKER', 'APP_0'], FEW),
  colleague('greco', 'Stefano Greco', ['WORKER', 'VIEWER', 'APP_0'], ['AUR-001']),
  colleague('vitale', 'Ilaria Vitale', ['APP_0'], SOME),
  { ...colleague('keller', 'Jonas Keller', ['VIEWER', 'APP_0']), language: 'en' },
];

/** Whom the owners wait for: one invitation in each language, and one that ran out. */
export const demoInvitations: readonly DemoInvitation[] = [
  {
    company: 'aurora',
    by: 'owner@aurora.example',
    email: 'matteo.villa@aurora.example',
    first_name: 'Matteo',
    last_name: 'Villa',
    roles: ['ENGINEER_0', 'APP_0'],
    plants: SOME,
    language: 'it',
    days_ago: 0,
  },
  {
    company: 'aurora',
    by: 'owner@aurora.example',
    email: 'k.weber@partner.example',
    first_name: 'Karin',
    last_name: 'Weber',
    roles: ['VIEWER', 'APP_0'],
    plants: FEW,
    language: 'en',
    days_ago: 2,
  },
  {
    company: 'aurora',
    by: 'owner@aurora.example',
    email: 'ugo.sanna@aurora.example',
    first_name: 'Ugo',
    last_name: 'Sanna',
    roles: ['WORKER'],
    plants: ['AUR-003'],
    language: 'it',
    days_ago: 9,
  },
  {
    company: 'borea',
    by: 'owner@borea.example',
    email: 'giovanna.usai@borea.example',
    first_name: 'Giovanna',
    last_name: 'Usai',
    roles: ['SUPER_ENGINEER_0', 'APP_0'],
    plants: [],
    language: 'it',
    days_ago: 1,
  },
];
