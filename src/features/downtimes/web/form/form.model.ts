import type { FieldFault } from '../../../../shared/contract/client.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import type { ClaimState } from '../../claims.model.ts';
import type { Downtime, DowntimeDraft } from '../../downtimes.contract.ts';
import type { Extent } from '../../power-share.model.ts';

type Same =
  | 'section_id'
  | 'device_ids'
  | 'planned'
  | 'claim_state'
  | 'claim_number'
  | 'insurer'
  | 'amount_claimed_eur'
  | 'amount_paid_eur'
  | 'reported_on'
  | 'repair_cost'
  | 'notes'
  | 'energy_hand'
  | 'earning_hand'
  | 'alarm_ids'
  | 'extent'
  | 'start'
  | 'stop'
  | 'intervention'
  | 'percentage_by';

/** A downtime as its form knows it, stored or new. */
export type FormRecord = Pick<Downtime, Same> & {
  readonly proj_code: string | null;
  readonly cause_id: number | null;
  readonly percentage: number | null;
  readonly version?: number;
};

/** What stands in the fields: times by the plant's clock, an empty text where there is none. */
export interface FormValues extends Omit<FormRecord, 'version' | 'percentage_by'> {
  readonly extent: Extent;
  readonly claim_state: ClaimState;
}

/** What a new downtime begins with. */
export const blankDowntime = (now: number): FormRecord => ({
  proj_code: null,
  extent: 'plant',
  section_id: null,
  device_ids: [],
  start: new Date(Math.floor(now / 60_000) * 60_000).toISOString(),
  stop: null,
  percentage: null,
  percentage_by: 'devices',
  cause_id: null,
  planned: false,
  claim_state: 'none',
  claim_number: '',
  insurer: '',
  amount_claimed_eur: null,
  amount_paid_eur: null,
  reported_on: null,
  intervention: null,
  repair_cost: null,
  notes: '',
  energy_hand: null,
  earning_hand: null,
  alarm_ids: [],
});

type Known = Pick<DowntimeDraft, 'proj_code' | 'start' | 'stop' | 'device_ids' | 'cause_id' | 'alarm_ids'> &
  Partial<Pick<DowntimeDraft, 'percentage'>>;

/** What a new downtime begins with where an alarm or a suggestion knows more. */
export const knownDowntime = (now: number, known: Known): FormRecord => ({
  ...blankDowntime(now),
  ...known,
  // What is known of a part of a device stands in the field, for a person to say better.
  percentage: known.percentage ?? null,
  percentage_by: known.percentage == null ? 'devices' : 'hand',
  extent: known.device_ids.length > 0 ? 'devices' : 'plant',
});

const wall = (at: string | null, zone: string): string =>
  at === null ? '' : writeWall(Date.parse(at), zone);

/** @param zone of the plant, by whose clock times are typed */
export function valuesOf(record: FormRecord, zone: string): FormValues {
  const { version: _, percentage_by, start, stop, intervention, percentage, ...same } = record;
  return {
    ...same,
    percentage: percentage_by === 'hand' ? percentage : null,
    start: wall(start, zone),
    stop: wall(stop, zone),
    intervention: wall(intervention, zone),
  };
}

const TIMES = ['start', 'stop', 'intervention'] as const;
const NAMES = ['extent', 'section_id', 'device_ids'] as const;

/** An instant, null for none; what is no time stays as typed, and the schema refuses it. */
function instant(text: string | null | undefined, zone: string): string | null {
  if (!text) return null;
  const at = instantOfWall(text, zone);
  return at === undefined ? text : new Date(at).toISOString();
}

/** What stood still: what the chosen extent leaves out is not sent, whatever was chosen before. */
const namedOf = ({ extent, section_id, device_ids }: FormValues) => ({
  section_id: extent === 'section' ? section_id : null,
  device_ids: extent === 'devices' ? device_ids : [],
});

/** What its times say that cannot be, before it is sent; times that nobody touched stay as they are. */
export function timeFaults(
  { start, stop }: Pick<FormValues, 'start' | 'stop'>,
  before: Pick<FormValues, 'start' | 'stop'>,
  zone: string,
): FieldFault[] {
  if (!stop || (start === before.start && stop === before.stop)) return [];
  const [began, over] = [instantOfWall(start, zone), instantOfWall(stop, zone)];
  if (began === undefined || over === undefined || over > began) return [];
  return [{ path: 'stop', message: 'A downtime must end after it began', code: 'not_after_start' }];
}

/**
 * What is sent of the fields: of a new downtime all, of a stored one what was changed. A time that nobody touched is sent as it was,
 * for an hour that comes twice has two of them.
 */
export function bodyOf(
  values: FormValues,
  changed: Partial<FormValues>,
  of: { zone: string; isNew: boolean },
): object {
  const { extent: _, section_id: _s, device_ids: _d, ...rest } = of.isNew ? values : changed;
  const body: Record<string, unknown> = { ...rest };
  for (const name of TIMES) if (name in body) body[name] = instant(values[name], of.zone);
  // Typed by a person, whatever it was worked out to.
  if (!of.isNew && typeof body.percentage === 'number') body.percentage_by = 'hand';
  const namesAnew = of.isNew || NAMES.some((name) => name in changed);
  return { ...body, ...(namesAnew ? namedOf(values) : {}) };
}
