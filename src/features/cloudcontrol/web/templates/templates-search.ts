import { choice, defineListState, q, sort, text } from '../../../../shared/web/list/list-state.ts';

/** What the list of templates holds in its address. */
export const TemplatesList = defineListState('templates', {
  q: q(),
  sort: sort(),
  kind: text(40),
  maker: text(80),
  from: choice(['own', 'program'], ''),
});
