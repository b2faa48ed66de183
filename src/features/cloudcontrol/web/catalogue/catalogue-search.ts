import { defineListState, q, sort } from '../../../../shared/web/list/list-state.ts';

const listOf = (name: string) => defineListState(name, { q: q(), sort: sort() });

/** The addresses of the parts of the catalogue. */
export const CatalogueLists = {
  names: listOf('variable-names'),
  groups: listOf('variable-groups'),
  categories: listOf('categories'),
  tags: listOf('tags'),
  calculations: listOf('calc-groups'),
};
