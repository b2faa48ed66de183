import { defineListState, id, mode, q, sort } from '../../../../shared/web/list/list-state.ts';

/** What the page of statements holds in its address: whose they are, and whether a month is being closed or tried. */
export const StatementsList = defineListState('community-statements', {
  q: q(),
  sort: sort(),
  community: id(),
  form: mode(['close', 'try']),
});
