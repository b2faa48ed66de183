import { defineListState, q, sort } from '../../../../shared/web/list/list-state.ts';

const fields = { q: q(), sort: sort() };

/** The addresses of the parts of the catalogue. */
export const CatalogueLists = {
  names: defineListState('variable-names', fields),
  groups: defineListState('variable-groups', fields),
  categories: defineListState('categories', fields),
  tags: defineListState('tags', fields),
  calculations: defineListState('calc-groups', fields),
};
