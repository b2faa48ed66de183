import type pg from 'pg';
import { withBin } from '../../../shared/server/bin.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { catalogueCalls } from '../catalogue.contract.ts';
import { listCategories, listGroups, listUsedNames, listUsedTags } from './catalogue.repository.ts';
import {
  categories,
  createGroup,
  createSection,
  groups,
  orderGroups,
  setDeviceTags,
  tags,
} from './catalogue.service.ts';
import { changeWord, createWord, removeWord } from './words.service.ts';

/** The company's own words, as those who configure keep them. */
export function catalogueHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof catalogueCalls> {
  return {
    listNames: ({ scope }) => inScope(pool, scope, (tx) => withBin(tx, () => listUsedNames(tx)), 'read only'),
    listCategories: ({ scope }) =>
      inScope(pool, scope, (tx) => withBin(tx, () => listCategories(tx)), 'read only'),
    createCategory: ({ scope, body }) => inScope(pool, scope, (tx) => createWord(tx, categories, body)),
    updateCategory: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeWord(tx, categories, { ...body, ...params })),
    async removeCategory({ scope, params }) {
      await inScope(pool, scope, (tx) => removeWord(tx, categories, params.id));
      return undefined;
    },
    listGroups: ({ scope }) => inScope(pool, scope, (tx) => withBin(tx, () => listGroups(tx)), 'read only'),
    createGroup: ({ scope, body }) => inScope(pool, scope, (tx) => createGroup(tx, body)),
    updateGroup: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeWord(tx, groups, { ...body, ...params })),
    async removeGroup({ scope, params }) {
      await inScope(pool, scope, (tx) => removeWord(tx, groups, params.id));
      return undefined;
    },
    orderGroups: ({ scope, body }) => inScope(pool, scope, (tx) => orderGroups(tx, body.groups)),
    listTags: ({ scope }) => inScope(pool, scope, listUsedTags, 'read only'),
    createTag: ({ scope, body }) => inScope(pool, scope, (tx) => createWord(tx, tags, body)),
    updateTag: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeWord(tx, tags, { ...body, ...params })),
    async removeTag({ scope, params }) {
      await inScope(pool, scope, (tx) => removeWord(tx, tags, params.id));
      return undefined;
    },
    setDeviceTags: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => setDeviceTags(tx, params.id, body)),
    createSection: ({ scope, body }) => inScope(pool, scope, (tx) => createSection(tx, body)),
  };
}
