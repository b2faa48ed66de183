import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { ProjCode, Version } from '../../shared/contract/fields.ts';
import { YearText } from './payments.contract.ts';
import { inThread } from './revenues.contract.ts';

const Planned = z.number().min(0).max(1e12).nullable();
export const BudgetMonth = z.object({
  kwh: Planned,
  eur: z.number().min(-1e12).max(1e12).nullable(),
  irradiation_kwh_m2: Planned.describe(
    'on the plane, by which it was planned: with it the budget is adjusted to the sun that was',
  ),
});

const Figure = z.number().nullable();
const Actual = z.object({ kwh: Figure, eur: Figure, irradiation_kwh_m2: Figure });
const Compared = z.object({
  budget: z.object({ kwh: Figure, eur: Figure, irradiation_kwh_m2: Figure }),
  actual: Actual,
  weather_kwh: Figure.describe(
    'what the budget would have been under the sun that was; hours of sun that are not known, a fifth at most, count like the others',
  ),
  difference_kwh: Figure,
  weather_difference_kwh: Figure.describe('what remains of the difference once the sun is taken out'),
  difference_eur: Figure,
});

export const PlantBudget = z.object({
  proj_code: z.string(),
  year: z.int(),
  version: z.int().describe('0: nothing is planned yet'),
  months: z.array(
    Compared.extend({
      month: z.string(),
      over: z.boolean(),
      missing_hours: z
        .int()
        .describe(
          'hours whose energy or price is not known by its tariffs: more may have been made and earned',
        ),
    }),
  ),
  total: Compared.describe('differences are those of the months that are over'),
});
export type PlantBudget = z.infer<typeof PlantBudget>;

export const NewPlantBudget = z.object({
  proj_code: ProjCode,
  year: z.int().min(2000).max(2099),
  months: z
    .array(BudgetMonth)
    .length(12)
    .meta({
      examples: [Array.from({ length: 12 }, () => ({ kwh: 9000, eur: 900, irradiation_kwh_m2: 150 }))],
    }),
  version: Version.optional(),
});
export type NewPlantBudget = z.infer<typeof NewPlantBudget>;

export const PlannedBudget = PlantBudget.pick({ proj_code: true, year: true, version: true }).extend({
  months: z.array(Compared.shape.budget),
});
export type PlannedBudget = z.infer<typeof PlannedBudget>;

/** What a plant is to make and earn in a year, and what it did. */
export const budgetCalls = area({
  get: call({
    method: 'GET',
    path: '/api/v1/plant-budget/',
    summary:
      'The budget of a plant and year by months, beside what it made and earned, also under the sun that was',
    topics: ['plant_budget', 'revenues', 'tariffs', 'readings', 'expected_energy'],
    access: 'asset.read',
    ...inThread,
    query: z.object({ proj_code: ProjCode, year: YearText }),
    ok: PlantBudget,
  }),
  put: call({
    method: 'PUT',
    path: '/api/v1/plant-budget/',
    summary:
      'Plans the twelve months of a plant and year, and tells what is planned; a stale version is a conflict',
    topics: ['plant_budget'],
    access: 'records.write',
    body: NewPlantBudget,
    ok: PlannedBudget,
    conflict: PlannedBudget,
  }),
});
