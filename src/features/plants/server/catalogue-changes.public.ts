import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  countTags,
  moveToGroup,
  placeGroups,
  replaceTags,
  takeDevice,
} from './catalogue-changes.repository.ts';

/** The company's lists that people write, as `CompanyList` takes them. */
export const CATALOGUE_TABLES = {
  categories: { table: 'device_category', columns: ['name', 'label_en', 'label_it', 'kind'] },
  groups: { table: 'variable_group', columns: ['name', 'label_en', 'label_it', 'colour', 'position'] },
  tags: { table: 'tag', columns: ['name', 'colour', 'description'] },
} as const;

/** What whoever writes a company's own words changes of groups and tags. */
export const catalogueChanges = {
  moveToGroup: (tx: Tx, before: string, after: string): Promise<void> => moveToGroup(tx, before, after),
  placeGroups: (tx: Tx, ids: readonly number[]): Promise<void> => placeGroups(tx, ids),
  countTags: (tx: Tx, ids: readonly number[]): Promise<number> => countTags(tx, ids),
  replaceTags: (tx: Tx, device_id: number, ids: readonly number[]): Promise<number> =>
    replaceTags(tx, device_id, ids),
  lockDevice: (tx: Tx, id: number): ReturnType<typeof takeDevice> => takeDevice(tx, id),
};
