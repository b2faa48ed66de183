import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  countTags,
  insertSection,
  moveToGroup,
  placeGroups,
  replaceTags,
  takeDevice,
  takePlantId,
} from './catalogue-changes.repository.ts';

/** The company's lists that people write, as `CompanyList` takes them. */
export const CATALOGUE_TABLES = {
  categories: { table: 'device_category', columns: ['name', 'label_en', 'label_it', 'kind'] },
  groups: { table: 'variable_group', columns: ['name', 'label_en', 'label_it', 'colour', 'position'] },
  tags: { table: 'tag', columns: ['name', 'colour', 'description'] },
} as const;

/** What whoever writes a company's own words changes of groups, tags and sections. */
export const catalogueChanges = {
  moveToGroup: (tx: Tx, before: string, after: string): Promise<void> => moveToGroup(tx, before, after),
  placeGroups: (tx: Tx, ids: readonly number[]): Promise<void> => placeGroups(tx, ids),
  countTags: (tx: Tx, ids: readonly number[]): Promise<number> => countTags(tx, ids),
  replaceTags: (tx: Tx, device_id: number, ids: readonly number[]): Promise<number> =>
    replaceTags(tx, device_id, ids),
  lockDevice: (tx: Tx, id: number): ReturnType<typeof takeDevice> => takeDevice(tx, id),
  lockPlant: (tx: Tx, proj_code: string): Promise<number | undefined> => takePlantId(tx, proj_code),
  insertSection: (tx: Tx, plant_id: number, name: string): ReturnType<typeof insertSection> =>
    insertSection(tx, plant_id, name),
};
