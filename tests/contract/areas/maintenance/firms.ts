import type { maintenanceFeature } from '../../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { companyListExamples } from '../../support/company-list.ts';
import { fresh } from '../../support/making.ts';
import { word } from '../../support/slot-kinds.ts';
import { aFirm, aTemplate } from './making.ts';

type Calls = typeof maintenanceFeature.calls;

const types = companyListExamples('maintenanceTypes');

/** The kinds of maintenance that a company tells apart, who is asked to do it, and its checklists. */
export const firms = {
  examples: {
    ...types.examples,
    outsideFirms: {
      list: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, email: `${mark}@example.org` } }),
      update: async (world, { mark }) => ({
        params: { id: String(await aFirm(world)) },
        body: { email: `${mark}@example.org` },
      }),
      remove: async (world) => ({ params: { id: String(await aFirm(world)) } }),
    },
    checklistTemplates: {
      list: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, items: [mark] } }),
      update: async (world, { mark }) => ({
        params: { id: String(await aTemplate(world)) },
        body: { items: [mark] },
      }),
      remove: async (world) => ({ params: { id: String(await aTemplate(world)) } }),
    },
  },
  slots: {
    ...types.slots,
    'outsideFirms.update id': word,
    'outsideFirms.remove id': word,
    'checklistTemplates.update id': word,
    'checklistTemplates.remove id': word,
  },
  rows: {
    maintenance_type: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
    outside_firm: ({ company_id, mark }) => ({ company_id, name: mark, email: `${mark}@example.org` }),
    checklist_template: ({ company_id, mark }) => ({ company_id, name: mark, items: [mark] }),
  },
} satisfies AreaPart<Calls, 'maintenanceTypes' | 'outsideFirms' | 'checklistTemplates'>;
