import {
  beside,
  code,
  defineListState,
  matching,
  mode,
  q,
  sort,
  tab,
} from '../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';

/** What the page of the RGI calendar holds in its address. */
export const RgiList = defineListState('rgi', {
  q: q(),
  sort: sort(),
  plant: code(),
  view: tab(['calendar', 'list', 'availability'] as const),
  /** How much the calendar shows, and the day that was chosen in it. */
  show: tab(['month', 'week', 'year'] as const),
  day: beside(/^\d{4}-\d{2}-\d{2}$/),
  /** The last day of a new period, where several were chosen. */
  until: beside(/^\d{4}-\d{2}-\d{2}$/),
  /** The hours of a new period, where they were chosen: the first, and the one after the last. */
  hour: beside(/^\d{4}-\d{2}-\d{2}T\d{2}$/),
  until_hour: beside(/^\d{4}-\d{2}-\d{2}T\d{2}$/),
  /** The month of which availability is told. */
  month: matching(/^20\d{2}-(0[1-9]|1[0-2])$/),
  /** Days of which availability is told, both included, where it is no month. */
  from: matching(/^20\d{2}-\d{2}-\d{2}$/),
  to: matching(/^20\d{2}-\d{2}-\d{2}$/),
  /** The device whose day is told in full. */
  device: beside(),
  /** The entry, or in the view of availability the guarantee, whose form is open. */
  open: beside(),
  form: mode(['new', 'copy', 'import', 'guarantee', 'threshold'] as const),
});
export type RgiAddress = AddressOf<typeof RgiList>;
