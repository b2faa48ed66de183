import { IconBuilding, IconHistory, IconKey, IconShieldCheck, IconUsers } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { configQuery } from '../../shared/web/api/config.ts';
import { queryClient } from '../../shared/web/api/query-client.ts';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { AuditList } from './web/audit/audit-search.ts';
import { UsersList } from './web/users/users-search.ts';

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: z.object({ invitation: z.string().optional().catch(undefined) }),
  // Known before the form is shown, so that none appears where it would be refused; the server judges in any case.
  loader: () => queryClient.prefetchQuery(configQuery),
  component: screen(() => import('./web/register/RegisterScreen.tsx'), 'RegisterScreen', []),
});

const apiKeys = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/api-keys',
  component: screen(() => import('./web/keys/KeysPage.tsx'), 'KeysPage', ['companies']),
});

const permissions = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/permissions',
  component: screen(() => import('./web/permissions/PermissionsPage.tsx'), 'PermissionsPage', ['companies']),
});

const audit = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/audit',
  validateSearch: AuditList.schema,
  search: { middlewares: [stripSearchParams(AuditList.defaults)] },
  component: screen(() => import('./web/audit/AuditPage.tsx'), 'AuditPage', ['audit', 'companies']),
});

const createCompany = createRoute({
  getParentRoute: () => portal,
  path: '/companies/create',
  component: screen(() => import('./web/company/CreateCompanyPage.tsx'), 'CreateCompanyPage', ['companies']),
});

const company = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/company',
  component: screen(() => import('./web/company/CompanyPage.tsx'), 'CompanyPage', ['companies']),
});

const users = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/users',
  validateSearch: UsersList.schema,
  search: { middlewares: [stripSearchParams(UsersList.defaults)] },
  component: screen(() => import('./web/users/UsersPage.tsx'), 'UsersPage', ['companies']),
});

export const companiesWeb = defineWebFeature({
  publicPages: [register],
  ownPages: ['/companies/create'],
  pages: [apiKeys, permissions, audit, createCompany, company, users],
  navigation: [
    {
      group: 'business',
      order: 10,
      label: { en: 'Users', it: 'Utenti' },
      to: '/apps/asset/users',
      list: UsersList.name,
      icon: IconUsers,
      capability: 'company.manage',
    },
    {
      group: 'business',
      order: 20,
      label: { en: 'Company', it: 'Azienda' },
      to: '/apps/asset/company',
      icon: IconBuilding,
      capability: 'company.manage',
    },
    {
      group: 'business',
      order: 30,
      label: { en: 'Permissions', it: 'Permessi' },
      to: '/apps/asset/permissions',
      icon: IconShieldCheck,
      capability: 'company.administer',
    },
    {
      group: 'business',
      order: 40,
      label: { en: 'API keys', it: 'Chiavi API' },
      to: '/apps/asset/api-keys',
      icon: IconKey,
      capability: 'company.administer',
    },
    {
      group: 'business',
      order: 60,
      label: { en: 'Audit', it: 'Registro attività' },
      to: '/apps/asset/audit',
      list: AuditList.name,
      icon: IconHistory,
      capability: 'company.administer',
    },
  ],
  words: {
    companies: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
