import { createRoute } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';

const editPlant = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code/edit',
  component: screen(() => import('./web/EditPlantPage.tsx'), 'EditPlantPage', ['geo', 'plants']),
});

const plantRecord = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/plants/$proj_code/record',
  component: screen(() => import('./web/record/PlantRecordPage.tsx'), 'PlantRecordPage', ['plants']),
});

const newPlant = screen(() => import('./web/NewPlant.tsx'), 'NewPlant', ['geo', 'plants']);

export const plantsWeb = defineWebFeature({
  pages: [editPlant, plantRecord],
  actions: [
    { label: { en: 'New plant', it: 'Nuovo impianto' }, capability: 'plants.write', component: newPlant },
  ],
  words: {
    plants: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
