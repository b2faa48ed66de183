import {
  IconCalculator,
  IconChartBar,
  IconFileCheck,
  IconList,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal, root } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { CommunitiesList, SettingsAddress } from './web/communities/communities-list.ts';
import { HoursList, ResultsList } from './web/results/results-list.ts';
import { SimulationAddress, SimulationsList } from './web/simulations/simulations-list.ts';
import { StatementsList } from './web/statements/statements-list.ts';

const home = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid',
  component: screen(() => import('./web/CerHomePage.tsx'), 'CerHomePage', ['community']),
});

const communities = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community',
  validateSearch: CommunitiesList.schema,
  search: { middlewares: [stripSearchParams(CommunitiesList.defaults)] },
  component: screen(() => import('./web/communities/CommunitiesPage.tsx'), 'CommunitiesPage', ['community']),
});

const settings = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community/settings',
  validateSearch: SettingsAddress,
  component: screen(() => import('./web/communities/SettingsPage.tsx'), 'SettingsPage', ['community']),
});

const results = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community/results',
  validateSearch: ResultsList.schema,
  search: { middlewares: [stripSearchParams(ResultsList.defaults)] },
  component: screen(() => import('./web/results/ResultsPage.tsx'), 'ResultsPage', [
    'community',
    'results',
    'statements',
  ]),
});

const resultHours = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community/results/hours',
  validateSearch: HoursList.schema,
  search: { middlewares: [stripSearchParams(HoursList.defaults)] },
  component: screen(() => import('./web/results/HoursPage.tsx'), 'HoursPage', [
    'community',
    'results',
    'statements',
  ]),
});

const statements = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community/statements',
  validateSearch: StatementsList.schema,
  search: { middlewares: [stripSearchParams(StatementsList.defaults)] },
  component: screen(() => import('./web/statements/StatementsPage.tsx'), 'StatementsPage', ['statements']),
});

const statement = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/energy_community/statements/$id',
  component: screen(() => import('./web/statements/StatementPage.tsx'), 'StatementPage', [
    'community',
    'statements',
  ]),
});

const memberStatement = createRoute({
  getParentRoute: () => root,
  path: '/rendiconto/$token',
  component: screen(() => import('./web/statements/MemberStatementPage.tsx'), 'MemberStatementPage', [
    'community',
    'statements',
  ]),
});

const simulations = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/cer_simulation',
  validateSearch: SimulationsList.schema,
  search: { middlewares: [stripSearchParams(SimulationsList.defaults)] },
  component: screen(() => import('./web/simulations/SimulationsPage.tsx'), 'SimulationsPage', [
    'simulations',
  ]),
});

const simulation = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cerresid/cer_simulation/simulation',
  validateSearch: SimulationAddress,
  component: screen(() => import('./web/simulations/SimulationPage.tsx'), 'SimulationPage', [
    'community',
    'simulations',
  ]),
});

export const communityWeb = defineWebFeature({
  publicPages: [memberStatement],
  pages: [home, communities, settings, results, resultHours, statements, statement, simulations, simulation],
  navigation: [
    {
      group: 'community',
      order: 10,
      label: { en: 'Communities', it: 'Comunità' },
      to: '/apps/cerresid/energy_community',
      list: CommunitiesList.name,
      icon: IconUsersGroup,
      capability: 'community.read',
    },
    {
      group: 'community',
      order: 20,
      label: { en: 'Community settings', it: 'Impostazioni comunità' },
      to: '/apps/cerresid/energy_community/settings',
      icon: IconSettings,
      capability: 'community.read',
    },
    {
      group: 'community',
      order: 25,
      label: { en: 'Measured results', it: 'Risultati misurati' },
      to: '/apps/cerresid/energy_community/results',
      icon: IconChartBar,
      capability: 'community.read',
    },
    {
      group: 'community',
      order: 30,
      label: { en: 'Monthly statements', it: 'Rendiconti mensili' },
      to: '/apps/cerresid/energy_community/statements',
      list: StatementsList.name,
      icon: IconFileCheck,
      capability: 'community.close',
    },
    {
      group: 'simulation',
      order: 10,
      label: { en: 'Simulations', it: 'Simulazioni' },
      to: '/apps/cerresid/cer_simulation',
      list: SimulationsList.name,
      icon: IconList,
      capability: 'community.read',
    },
    {
      group: 'simulation',
      order: 20,
      label: { en: 'Simulation', it: 'Simulazione' },
      to: '/apps/cerresid/cer_simulation/simulation',
      icon: IconCalculator,
      capability: 'community.read',
    },
  ],
  words: {
    community: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    results: {
      en: () => import('./web/results/i18n/en.json'),
      it: () => import('./web/results/i18n/it.json'),
    },
    statements: {
      en: () => import('./web/statements/i18n/en.json'),
      it: () => import('./web/statements/i18n/it.json'),
    },
    simulations: {
      en: () => import('./web/simulations/i18n/en.json'),
      it: () => import('./web/simulations/i18n/it.json'),
    },
  },
});
