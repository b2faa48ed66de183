import {
  beside,
  code,
  days,
  defineListState,
  id,
  matching,
  maybe,
  mode,
  page,
  q,
  type SearchOfList,
  tab,
} from '../../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { ALARM_CODES } from '../../../notifications/alarm-codes.model.ts';
import { LOG_SOURCES } from '../../log-sources.model.ts';

export const VIEWS = ['open', 'closed', 'snoozes', 'logs'] as const;
export type AlarmsView = (typeof VIEWS)[number];
export const SNOOZE_STATES = ['planned', 'active', 'ended'] as const;

/** What the page of alarms holds in its address. */
export const AlarmsList = defineListState('alarms', {
  view: tab(VIEWS),
  /** Open alarms one by one, or counted by plant; by plant unless they are narrowed to one place or some days. */
  by: mode(['plant', 'alarm']),
  /** The alarm that is open beside the list. */
  alarm: beside(),
  /** What opened one log, before all stood in one diary: plant, device (0 for the plant itself) and day. */
  log: beside(/^[A-Za-z0-9_-]{1,32}~\d{1,16}~\d{4}-\d{2}-\d{2}$/),
  q: q(),
  plant: code(),
  device: id(),
  type: maybe(['E', 'W']),
  code: maybe(ALARM_CODES),
  /** A person's id, or oneself, or nobody. */
  assigned: matching(/^(me|nobody|[1-9]\d{0,15})$/),
  acknowledged: maybe(['true', 'false']),
  state: maybe(SNOOZE_STATES),
  /** Open alarms newest first, instead of errors before warnings. */
  order: mode(['severity', 'date']),
  source: maybe(LOG_SOURCES),
  /** Whose events: a person's id. */
  person: id(),
  /** The usual course of things as well. */
  routine: maybe(['true']),
  ...days(),
  page: page(),
});
export type AlarmsSearch = SearchOfList<typeof AlarmsList>;
export type AlarmsAddress = AddressOf<typeof AlarmsList>;

const ALARM_FILTERS = ['q', 'plant', 'device', 'type', 'code', 'assigned', 'acknowledged', 'span'] as const;
const FILTERS = {
  open: ALARM_FILTERS,
  closed: ALARM_FILTERS,
  snoozes: ['plant', 'state'],
  logs: ['source', 'plant', 'device', 'person', 'span', 'routine'],
} as const;

/** The filters that each tab has. */
export const filtersOfView = ({ view }: AlarmsSearch) => FILTERS[view];

/** Whether open alarms are counted by plant. */
export function isByPlant({ view, by, plant, device, span }: AlarmsSearch): boolean {
  if (view !== 'open') return false;
  return by === undefined ? plant === undefined && device === undefined && span === 'all' : by === 'plant';
}
