import { type Choice, DURATIONS, SPANS } from '../../../../../shared/web/charts/choice.model.ts';
import { ZOOM } from '../../../../../shared/web/charts/view.model.ts';
import {
  beside,
  code,
  defineListState,
  matching,
  maybe,
  page,
  q,
  type SearchOfList,
  sort,
  tab,
} from '../../../../../shared/web/list/list-state.ts';
import { DEVICE_CATEGORIES } from '../../../../plants/device-categories.model.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The address of the view over all devices: which variable, where, over which period, which of them. */
export const DevicesList = defineListState('charts-devices', {
  q: q(),
  sort: sort(),
  page: page(),
  variable: matching(/^[a-z][a-z0-9_]{0,62}$/),
  /** Of one plant only. */
  plant: code(),
  /** Devices of one kind only; `all` for all. */
  kind: maybe([...DEVICE_CATEGORIES, 'all']),
  span: tab(SPANS),
  date: matching(DATE),
  to: matching(DATE),
  last: maybe(DURATIONS),
  /** What of the period is on screen, in milliseconds. */
  zoom: beside(ZOOM),
});
export type DevicesSearch = SearchOfList<typeof DevicesList>;

export const choiceOf = ({ span, date: day, to, last }: DevicesSearch): Choice => ({
  span,
  date: day,
  to,
  last,
});
