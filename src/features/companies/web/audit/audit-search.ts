import {
  choice,
  days,
  defineListState,
  matching,
  page,
  q,
  type SearchOfList,
  tab,
} from '../../../../shared/web/list/list-state.ts';

/** Kinds of deeds: an action's name up to its dot. A new kind adds its line here and its words. */
export const GROUPS = [
  'sign_in',
  'sign_out',
  'proof',
  'password',
  'email',
  'second_factor',
  'account',
  'user',
  'invitation',
  'company',
  'key',
  'plant',
  'port',
  'device',
  'field',
  'endpoint',
  'template',
  'variable_name',
  'variable_group',
  'category',
  'tag',
  'section',
  'import',
  'readings',
  'chart',
  'calc_group',
  'alarm_rule',
  'upload',
  'alarm',
  'snooze',
  'webhook',
] as const;

/** The page's address. `who` is a person's id, or people alone, or the program alone. */
export const AuditList = defineListState('audit', {
  q: q(),
  group: choice(GROUPS, 'all'),
  who: matching(/^(people|program|[1-9]\d{0,15})$/),
  ...days(),
  order: tab(['newest', 'oldest']),
  page: page(),
});
export type AuditSearch = SearchOfList<typeof AuditList>;
