import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, ProjCode } from '../../shared/contract/fields.ts';
import { DEVICE_CATEGORIES } from './plants.model.ts';

/** A device by its number on its bus. */
export const Unit = z.object({
  device_id: z.int(),
  master_id: z.int(),
  proj_code: z.string(),
  short_name: z.string(),
  description: z.string(),
  /** The Modbus number; null for devices that stand behind no port. */
  unit_id: z.int().nullable(),
  category: z.enum(DEVICE_CATEGORIES),
  nominal_power: z.number().nullable(),
  virtual: z.boolean(),
  template: z.boolean(),
  enabled: z.boolean(),
});
export type Unit = z.infer<typeof Unit>;

const SectionName = z.object({ id: z.int(), name: z.string() });
const CategoryName = z.object({ id: z.int(), name: z.string(), label_en: z.string(), label_it: z.string() });

/** A device with its section and category; null where it has none. */
export const PlacedUnit = Unit.extend({
  section: SectionName.nullable(),
  device_category: CategoryName.nullable(),
});
export type PlacedUnit = z.infer<typeof PlacedUnit>;

export const UnitTree = z.array(
  z.object({
    proj_code: z.string(),
    /** null: the devices of the plant that are in no section. */
    section: SectionName.nullable(),
    categories: z.array(z.object({ device_category: CategoryName.nullable(), devices: z.array(Unit) })),
  }),
);
export type UnitTree = z.infer<typeof UnitTree>;

export const PlantSectionCount = z.object({
  id: z.int(),
  proj_code: z.string(),
  name: z.string(),
  /** Devices in it; those in the bin not counted. */
  devices: z.int(),
  version: z.int(),
});
export type PlantSectionCount = z.infer<typeof PlantSectionCount>;

const ofPlant = z.object({ proj_code: ProjCode.optional() });

export const devicesCalls = area({
  units: call({
    method: 'GET',
    path: '/api/v1/unit-id/',
    summary: 'Devices with their numbers on the bus',
    topics: ['devices'],
    access: 'asset.read',
    query: ofPlant,
    ok: z.array(Unit),
  }),
  unitsPlaced: call({
    method: 'GET',
    path: '/api/v1/unit-id-sections-categories/',
    summary: 'Devices with their numbers on the bus, sections and categories',
    topics: ['devices'],
    access: 'asset.read',
    query: ofPlant,
    ok: z.array(PlacedUnit),
  }),
  unitTree: call({
    method: 'GET',
    path: '/api/v1/unit-id-tree-categories/',
    summary: 'Devices as a tree: sections, their categories, their devices',
    topics: ['devices'],
    access: 'asset.read',
    query: ofPlant,
    ok: UnitTree,
  }),
  unitsOfPlant: call({
    method: 'GET',
    path: '/api/v1/unit-id-by-proj-code/',
    summary: 'Devices of one plant with their numbers on the bus',
    topics: ['devices'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode }),
    ok: z.array(Unit),
  }),
  sections: call({
    method: 'GET',
    path: '/api/v1/cc-plant-sections/',
    summary: 'Sections of plants with the number of their devices',
    topics: ['configuration'],
    access: 'asset.read',
    query: ofPlant,
    ok: z.array(PlantSectionCount),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/device/{id}/',
    summary: 'Puts a device into the bin: it is polled and shown no more, its history is kept',
    topics: ['devices'],
    access: 'cloudcontrol',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});
