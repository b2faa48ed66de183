import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { recordHistory } from '../../shared/contract/record-history.ts';
import { SECTIONS_OF_PLANT } from './catalogue.model.ts';

const fields = {
  name: nameOf(80),
  tilt_deg: z.number().min(0).max(90).nullable(),
  azimuth_deg: z.number().min(0).max(360).nullable().describe('from north over east: 180 is south'),
  kw_peak: z.number().min(0).max(10_000_000).nullable(),
  losses_percent: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('what is lost between the modules and the inverter: soiling, mismatch, cables'),
};

// spec §3: Plant section
export const PlantSection = z.object({
  id: z.int(),
  proj_code: z.string(),
  ...fields,
  /** Its place among the sections of the plant, from 0. */
  position: z.int(),
  /** Devices that stand in it; those in the bin not counted. */
  devices: z.int(),
  version: z.int(),
});
export type PlantSection = z.infer<typeof PlantSection>;

const changes = z.object(fields).partial();
export const NewPlantSection = changes.extend({ proj_code: ProjCode, name: fields.name });
export const PlantSectionChange = changes.extend({ version: Version.optional() });
export const PlantSectionOrder = z.object({
  proj_code: ProjCode,
  ids: z.array(IdNumber).max(SECTIONS_OF_PLANT).describe('all sections of the plant, each once'),
});

const byId = z.object({ id: Id });
const topics = ['configuration', 'devices'];

export const sectionsCalls = area({
  listSections: call({
    method: 'GET',
    path: '/api/v1/plant-sections/',
    summary: 'Sections of one plant, or of all, in their order',
    topics,
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional() }),
    ok: z.array(PlantSection),
  }),
  createSection: call({
    method: 'POST',
    path: '/api/v1/plant-sections/',
    summary: 'Adds a section to a plant, after its others',
    topics,
    access: 'plants.write',
    body: NewPlantSection,
    ok: PlantSection,
    status: 201,
  }),
  updateSection: call({
    method: 'PUT',
    path: '/api/v1/plant-sections/{id}/',
    summary: 'Changes a section; omitted fields stay, a stale version is a conflict',
    topics,
    access: 'plants.write',
    params: byId,
    body: PlantSectionChange,
    ok: PlantSection,
    conflict: PlantSection,
  }),
  orderSections: call({
    method: 'PUT',
    path: '/api/v1/plant-sections-order/',
    summary: 'Puts the sections of a plant into this order',
    topics,
    access: 'plants.write',
    body: PlantSectionOrder,
    ok: z.array(PlantSection),
  }),
  removeSection: call({
    method: 'DELETE',
    path: '/api/v1/plant-sections/{id}/',
    summary: 'Deletes a section; refused while devices stand in it',
    topics,
    access: 'plants.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  sectionHistory: call({
    ...recordHistory,
    path: '/api/v1/plant-sections/{id}/history/',
    summary: 'Who changed a section, and when',
    topics,
    access: 'asset.read',
    params: byId,
  }),
});
