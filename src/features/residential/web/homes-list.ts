import { defineListState, id, maybe, mode, page, q, tab } from '../../../shared/web/list/list-state.ts';
import { SENDING_STATES } from '../home-states.model.ts';

/** What the page of homes holds in its address. */
export const HomesList = defineListState('residential-homes', {
  q: q(),
  page: page(),
  project: id(),
  state: maybe(SENDING_STATES),
  view: tab(['homes', 'cards', 'map', 'devices', 'alarms', 'ranking', 'storage', 'projects', 'privacy']),
  form: mode(['new']),
});
