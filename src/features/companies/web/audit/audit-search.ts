import {
  days,
  defineListState,
  matching,
  page,
  q,
  type SearchOfList,
  tab,
} from '../../../../shared/web/list/list-state.ts';

/** The page's address. `group` is the part of an action's name before its dot; `who` is a person's id, or people alone, or the program alone. */
export const AuditList = defineListState('audit', {
  q: q(),
  group: matching(/^(?!all$)[a-z_]{1,40}$/),
  who: matching(/^(people|program|[1-9]\d{0,15})$/),
  ...days(),
  order: tab(['newest', 'oldest']),
  page: page(),
});
export type AuditSearch = SearchOfList<typeof AuditList>;
