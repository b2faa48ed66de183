import { defineListState, q, sort } from '../../../../shared/web/list/list-state.ts';

const listOf = (name: string) => defineListState(name, { q: q(), sort: sort() });

/** The addresses of the screens of the company's own words. */
export const CatalogueLists = {
  names: listOf('variable-names'),
  groups: listOf('variable-groups'),
  categories: listOf('categories'),
  tags: listOf('tags'),
};
