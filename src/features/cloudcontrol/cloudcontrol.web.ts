import {
  IconBinary,
  IconCategory,
  IconCirclePlus,
  IconCloudCog,
  IconFolders,
  IconMathFunction,
  IconSitemap,
  IconTags,
  IconTemplate,
  IconVariable,
} from '@tabler/icons-react';
import { createRoute, Navigate, redirect, stripSearchParams } from '@tanstack/react-router';
import { createElement } from 'react';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { ADD_DEFAULTS, AddSearch } from './web/add/add-search.ts';
import { CatalogueLists } from './web/catalogue/catalogue-search.ts';
import { DEVICE_DEFAULTS, DeviceSearch } from './web/field/device/device-search.ts';
import { belowDeviceHead } from './web/field/device/device-slot.public.ts';
import { HomeList } from './web/field/home/home-list.ts';
import { REGISTERS_DEFAULTS, RegistersSearch } from './web/registers/registers-search.ts';
import { TemplatesList } from './web/templates/templates-search.ts';

// spec §6: the way into cloud control for owners and management; the portal judges before it leads on
const cloudControlWay = createRoute({
  getParentRoute: () => portal,
  path: '/apps/RedirectCloudControl',
  component: () => createElement(Navigate, { to: '/apps/cloudcontrol', replace: true }),
});

const variableGroups = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/variable-groups',
  validateSearch: CatalogueLists.groups.schema,
  search: { middlewares: [stripSearchParams(CatalogueLists.groups.defaults)] },
  component: screen(() => import('./web/catalogue/CataloguePage.tsx'), 'VariableGroupsPage', [
    'calc',
    'catalogue',
  ]),
});

const variableNames = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/variable-names',
  validateSearch: CatalogueLists.names.schema,
  search: { middlewares: [stripSearchParams(CatalogueLists.names.defaults)] },
  component: screen(() => import('./web/catalogue/CataloguePage.tsx'), 'VariableNamesPage', [
    'calc',
    'catalogue',
  ]),
});

const categories = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/categories',
  validateSearch: CatalogueLists.categories.schema,
  search: { middlewares: [stripSearchParams(CatalogueLists.categories.defaults)] },
  component: screen(() => import('./web/catalogue/CataloguePage.tsx'), 'CategoriesPage', [
    'calc',
    'catalogue',
  ]),
});

const tags = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/tags',
  validateSearch: CatalogueLists.tags.schema,
  search: { middlewares: [stripSearchParams(CatalogueLists.tags.defaults)] },
  component: screen(() => import('./web/catalogue/CataloguePage.tsx'), 'TagsPage', ['calc', 'catalogue']),
});

const calcGroups = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/calc-group',
  validateSearch: CatalogueLists.calculations.schema,
  search: { middlewares: [stripSearchParams(CatalogueLists.calculations.defaults)] },
  component: screen(() => import('./web/calc/CalcGroupsPage.tsx'), 'CalcGroupsPage', ['calc', 'catalogue']),
});

const calcGroup = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/calc-group/$id',
  component: screen(() => import('./web/calc/CalcGroupPage.tsx'), 'CalcGroupPage', ['board', 'calc']),
});

const templates = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/templates',
  validateSearch: TemplatesList.schema,
  search: { middlewares: [stripSearchParams(TemplatesList.defaults)] },
  component: screen(() => import('./web/templates/TemplatesPage.tsx'), 'TemplatesPage', [
    'catalogue',
    'templates',
  ]),
});

const template = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/templates/$key',
  component: screen(() => import('./web/templates/TemplatePage.tsx'), 'TemplatePage', [
    'catalogue',
    'field',
    'maps',
    'templates',
  ]),
});

const fieldHome = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol',
  validateSearch: HomeList.schema,
  search: { middlewares: [stripSearchParams(HomeList.defaults)] },
  component: screen(() => import('./web/field/home/CloudControlPage.tsx'), 'CloudControlPage', [
    'catalogue',
    'cloudcontrol',
    'field',
    'geo',
    'plants',
  ]),
});

const fieldDevice = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/devices/$id',
  validateSearch: DeviceSearch,
  search: { middlewares: [stripSearchParams(DEVICE_DEFAULTS)] },
  component: screen(
    () => import('./web/field/device/DevicePage.tsx'),
    'DevicePage',
    ['catalogue', 'cloudcontrol', 'field', 'maps', 'records', 'templates'],
    [belowDeviceHead],
  ),
});

const addDevices = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/add',
  validateSearch: AddSearch,
  search: { middlewares: [stripSearchParams(ADD_DEFAULTS)] },
  component: screen(() => import('./web/add/AddPage.tsx'), 'AddPage', [
    'add',
    'catalogue',
    'cloudcontrol',
    'field',
    'geo',
    'plants',
  ]),
});

/** Addresses that were served before lead to their place among the ways to add devices. */
const findDevice = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/find',
  validateSearch: AddSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/apps/cloudcontrol/add', search: { ...search, how: 'found' }, replace: true });
  },
});

const bulkDevices = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/bulk',
  validateSearch: AddSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/apps/cloudcontrol/add', search: { ...search, how: 'range' }, replace: true });
  },
});

const registers = createRoute({
  getParentRoute: () => portal,
  path: '/apps/cloudcontrol/registers',
  validateSearch: RegistersSearch,
  search: { middlewares: [stripSearchParams(REGISTERS_DEFAULTS)] },
  component: screen(() => import('./web/registers/RegistersPage.tsx'), 'RegistersPage', [
    'catalogue',
    'cloudcontrol',
    'field',
    'registers',
  ]),
});

export const cloudcontrolWeb = defineWebFeature({
  pages: [
    cloudControlWay,
    variableGroups,
    variableNames,
    categories,
    tags,
    calcGroups,
    calcGroup,
    templates,
    template,
    fieldHome,
    fieldDevice,
    addDevices,
    findDevice,
    bulkDevices,
    registers,
  ],
  actions: [
    {
      label: { en: 'Add devices', it: 'Aggiungi dispositivi' },
      to: '/apps/cloudcontrol/add',
      capability: 'cloudcontrol',
    },
  ],
  finders: [
    {
      label: { en: 'Devices', it: 'Dispositivi' },
      capability: 'cloudcontrol',
      load: async () => (await import('./web/find.ts')).find,
    },
  ],
  navigation: [
    {
      group: 'configuration',
      order: 10,
      label: { en: 'Cloud control', it: 'Cloud control' },
      to: '/apps/RedirectCloudControl',
      icon: IconCloudCog,
      capability: 'cloudcontrol.redirect',
    },
    {
      group: 'devices',
      order: 10,
      label: { en: 'Devices and ports', it: 'Dispositivi e porte' },
      to: '/apps/cloudcontrol',
      beneath: '/apps/cloudcontrol/devices',
      list: HomeList.name,
      icon: IconSitemap,
      capability: 'cloudcontrol',
    },
    {
      group: 'devices',
      order: 20,
      label: { en: 'Add devices', it: 'Aggiungi dispositivi' },
      to: '/apps/cloudcontrol/add',
      icon: IconCirclePlus,
      capability: 'cloudcontrol',
    },
    {
      group: 'devices',
      order: 30,
      label: { en: 'Modbus registers', it: 'Registri Modbus' },
      to: '/apps/cloudcontrol/registers',
      icon: IconBinary,
      capability: 'cloudcontrol',
    },
    {
      group: 'devices',
      order: 40,
      label: { en: 'Templates', it: 'Template' },
      to: '/apps/cloudcontrol/templates',
      beneath: '/apps/cloudcontrol/templates',
      list: TemplatesList.name,
      icon: IconTemplate,
      capability: 'cloudcontrol',
    },
    {
      group: 'variables',
      order: 10,
      label: { en: 'Variable groups', it: 'Gruppi di variabili' },
      to: '/apps/cloudcontrol/variable-groups',
      list: CatalogueLists.groups.name,
      icon: IconFolders,
      capability: 'cloudcontrol',
    },
    {
      group: 'variables',
      order: 20,
      label: { en: 'Variable names', it: 'Nomi delle variabili' },
      to: '/apps/cloudcontrol/variable-names',
      list: CatalogueLists.names.name,
      icon: IconVariable,
      capability: 'cloudcontrol',
    },
    {
      group: 'customization',
      order: 10,
      label: { en: 'Device categories', it: 'Categorie di dispositivi' },
      to: '/apps/cloudcontrol/categories',
      list: CatalogueLists.categories.name,
      icon: IconCategory,
      capability: 'cloudcontrol',
    },
    {
      group: 'customization',
      order: 20,
      label: { en: 'Tags', it: 'Tag' },
      to: '/apps/cloudcontrol/tags',
      list: CatalogueLists.tags.name,
      icon: IconTags,
      capability: 'cloudcontrol',
    },
    {
      group: 'customization',
      order: 30,
      label: { en: 'Calculation groups', it: 'Gruppi di calcolo' },
      to: '/apps/cloudcontrol/calc-group',
      beneath: '/apps/cloudcontrol/calc-group',
      list: CatalogueLists.calculations.name,
      icon: IconMathFunction,
      capability: 'cloudcontrol',
    },
  ],
  words: {
    add: { en: () => import('./web/add/i18n/en.json'), it: () => import('./web/add/i18n/it.json') },
    calc: { en: () => import('./web/calc/i18n/en.json'), it: () => import('./web/calc/i18n/it.json') },
    catalogue: {
      en: () => import('./web/catalogue/i18n/en.json'),
      it: () => import('./web/catalogue/i18n/it.json'),
    },
    cloudcontrol: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
    field: { en: () => import('./web/field/i18n/en.json'), it: () => import('./web/field/i18n/it.json') },
    maps: { en: () => import('./web/maps/i18n/en.json'), it: () => import('./web/maps/i18n/it.json') },
    registers: {
      en: () => import('./web/registers/i18n/en.json'),
      it: () => import('./web/registers/i18n/it.json'),
    },
    templates: {
      en: () => import('./web/templates/i18n/en.json'),
      it: () => import('./web/templates/i18n/it.json'),
    },
  },
});
