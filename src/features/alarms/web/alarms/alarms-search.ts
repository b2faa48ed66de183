import { z } from 'zod';
import { daySpanFields } from '../../../../shared/web/list/day-span.model.ts';
import { ALARM_CODES } from '../../alarms.model.ts';
import { LOG_SOURCES } from '../../logs.contract.ts';

export const VIEWS = ['open', 'closed', 'snoozes', 'logs'] as const;
export type AlarmsView = (typeof VIEWS)[number];
export const SNOOZE_STATES = ['planned', 'active', 'ended'] as const;

const maybe = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
const id = z.string().regex(/^[1-9]\d{0,15}$/);

/** What the page of alarms holds in its address; what is not understood is left out. */
export const AlarmsSearch = z.object({
  view: z.enum(VIEWS).default('open').catch('open'),
  /** Open alarms one by one, or counted by plant. */
  by: maybe(z.enum(['plant'])),
  /** The alarm that is open beside the list. */
  alarm: maybe(id),
  /** The log that is open beside the list: plant, device (0 for the plant itself) and day. */
  log: maybe(z.string().regex(/^[A-Za-z0-9_-]{1,32}~\d{1,16}~\d{4}-\d{2}-\d{2}$/)),
  q: z.string().max(200).default('').catch(''),
  plant: maybe(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/)),
  device: maybe(id),
  type: maybe(z.enum(['E', 'W'])),
  code: maybe(z.enum(ALARM_CODES)),
  assigned: maybe(z.union([z.enum(['me', 'nobody']), id])),
  acknowledged: maybe(z.enum(['true', 'false'])),
  state: maybe(z.enum(SNOOZE_STATES)),
  /** Open alarms with errors before warnings, instead of newest first. */
  order: maybe(z.enum(['severity'])),
  source: maybe(z.enum(LOG_SOURCES)),
  ...daySpanFields,
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .default('1')
    .catch('1'),
});
export type AlarmsSearch = z.infer<typeof AlarmsSearch>;

export const ALARMS_DEFAULTS = { view: 'open', q: '', span: 'all', page: '1' } as const;

/** Undoes every filter and keeps the tab and what is open beside it. */
export const NO_FILTERS = {
  q: '',
  plant: undefined,
  device: undefined,
  type: undefined,
  code: undefined,
  assigned: undefined,
  acknowledged: undefined,
  state: undefined,
  source: undefined,
  span: 'all',
  from: undefined,
  to: undefined,
} as const satisfies Partial<AlarmsSearch>;

/** Whether a tab's filters hide anything; each tab has its own. */
export function isNarrowed(search: AlarmsSearch): boolean {
  const { view, q, plant, device, type, code, assigned, acknowledged, state, source, span } = search;
  if (view === 'snoozes') return [plant, state].some((one) => one !== undefined);
  const shared = [plant, device].some((one) => one !== undefined) || span !== 'all';
  if (view === 'logs') return shared || source !== undefined;
  return shared || q.trim() !== '' || [type, code, assigned, acknowledged].some((one) => one !== undefined);
}
