import { choice, defineListState, q, sort, tab, text } from '../../../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../../../shared/web/list/use-list-state.ts';
import { SHOWN_STATES } from '../../../device-states.model.ts';

/** What the home of cloud control holds in its address. */
export const HomeList = defineListState('field-home', {
  q: q(),
  /** A column, with a hyphen before it for descending; nothing: plants, ports, devices. */
  sort: sort(),
  state: choice(SHOWN_STATES, ''),
  plant: text(32),
  category: text(64),
  tag: text(60),
  view: tab(['devices', 'lately', 'bin']),
});
export type HomeAddress = AddressOf<typeof HomeList>;
