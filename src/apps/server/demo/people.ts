import type { Role } from '../../../shared/contract/capabilities.ts';

type CompanyKey = 'aurora' | 'borea';

export interface DemoMembership {
  company: CompanyKey;
  roles: readonly Role[];
  /** Plants named for those who do not see every plant. */
  plants?: readonly string[];
}

export interface DemoUser {
  email: string;
  name: string;
  /** What the sign-in page says of them. */
  label: string;
  memberships: readonly DemoMembership[];
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
