import { defineListState, id, mode, page } from '../../../../shared/web/list/list-state.ts';

/** What the page of statements holds in its address: whose they are, and whether a month is being closed or tried. */
export const StatementsList = defineListState('community-statements', {
  page: page(),
  community: id(),
  form: mode(['close', 'try']),
});
