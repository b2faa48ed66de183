import type { Handlers } from '../../../shared/server/http/mount.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { changeRow, createRow, removeRow } from '../../../shared/server/records/company-list.ts';
import { createSection } from '../../plants/server/sections.public.ts';
import type { catalogueCalls } from '../catalogue.contract.ts';
import { listCategories, listGroups, listUsedNames, listUsedTags } from './catalogue.repository.ts';
import { categories, createGroup, groups, orderGroups, setDeviceTags, tags } from './catalogue.service.ts';

/** The company's own words, as those who configure keep them. */
export const catalogueHandlers: Handlers<typeof catalogueCalls> = {
  listNames: ({ tx }) => withBin(tx, () => listUsedNames(tx)),
  listCategories: ({ tx }) => withBin(tx, () => listCategories(tx)),
  createCategory: ({ tx, body }) => createRow(tx, categories, body),
  updateCategory: ({ tx, params, body }) => changeRow(tx, categories, { ...body, ...params }),
  removeCategory: ({ tx, params }) => removeRow(tx, categories, params.id),
  listGroups: ({ tx }) => withBin(tx, () => listGroups(tx)),
  createGroup: ({ tx, body }) => createGroup(tx, body),
  updateGroup: ({ tx, params, body }) => changeRow(tx, groups, { ...body, ...params }),
  removeGroup: ({ tx, params }) => removeRow(tx, groups, params.id),
  orderGroups: ({ tx, body }) => orderGroups(tx, body.groups),
  listTags: ({ tx }) => listUsedTags(tx),
  createTag: ({ tx, body }) => createRow(tx, tags, body),
  updateTag: ({ tx, params, body }) => changeRow(tx, tags, { ...body, ...params }),
  removeTag: ({ tx, params }) => removeRow(tx, tags, params.id),
  setDeviceTags: ({ tx, params, body }) => setDeviceTags(tx, params.id, body),
  async createSection({ tx, body }) {
    const { id, proj_code, name, version } = await createSection(tx, body);
    return { id, proj_code, name, version };
  },
};
