import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import type { MaintenanceRequest } from '../../maintenance-requests.contract.ts';

type Same =
  | 'title'
  | 'description'
  | 'type_id'
  | 'priority'
  | 'estimated_min'
  | 'device_ids'
  | 'downtime_id'
  | 'send_by_email'
  | 'send_by_sms'
  | 'sms_number';

/** A request as its form knows it, stored or new. */
export type FormRecord = Pick<
  MaintenanceRequest,
  Same | 'due_at' | 'assigned_user_id' | 'assigned_firm_id' | 'alarm_id'
> & {
  readonly proj_code: string | null;
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
  readonly version?: number;
};

/** What stands in the fields: the due date by the plant's clock, and one field for whoever it is assigned to. */
export type FormValues = Pick<FormRecord, Same | 'proj_code'> & {
  due: string;
  /** `u12` a colleague, `f3` a firm. */
  assigned: string | null;
  template_id: number | null;
  checklist: { text: string; done: boolean }[];
};

/** What a new request begins with. */
export const BLANK: FormRecord = {
  proj_code: null,
  title: '',
  description: '',
  type_id: null,
  priority: 'normal',
  due_at: null,
  estimated_min: null,
  device_ids: [],
  assigned_user_id: null,
  assigned_firm_id: null,
  send_by_email: false,
  send_by_sms: false,
  sms_number: '',
  checklist: [],
  alarm_id: null,
  downtime_id: null,
};

/** Names that a title tells; of more the first ones and how many there are beside them. */
const MAX_NAMES = 3;
const MAX_TITLE = 160;

/** What a request is called that is made from an alarm or a downtime: of what, and what is wrong with it. */
export function titleOf(names: readonly string[], what: string): string {
  const rest = names.length - MAX_NAMES;
  const told = names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` +${rest}` : '');
  return (told === '' ? what : `${told}: ${what}`).slice(0, MAX_TITLE);
}

const assignedOf = ({ assigned_user_id, assigned_firm_id }: FormRecord): string | null => {
  if (assigned_user_id !== null) return `u${assigned_user_id}`;
  return assigned_firm_id === null ? null : `f${assigned_firm_id}`;
};

/** @param zone of the plant, by whose clock the due date is typed */
export function valuesOf(record: FormRecord, zone: string): FormValues {
  const { due_at, assigned_user_id: _, assigned_firm_id: __, version: ___, ...rest } = record;
  const { alarm_id: ____, ...same } = rest;
  return {
    ...same,
    due: due_at === null ? '' : writeWall(Date.parse(due_at), zone),
    assigned: assignedOf(record),
    template_id: null,
    checklist: record.checklist.map(({ text, done }) => ({ text, done })),
  };
}

/** The instant of a time that was typed by a clock; null for none. */
export function instantTyped(wall: string, zone: string): string | null {
  if (wall === '') return null;
  const at = instantOfWall(wall, zone);
  // What is no time stays as typed, and the schema refuses it.
  return at === undefined ? wall : new Date(at).toISOString();
}

const assigneeOf = (assigned: string | null) => ({
  assigned_user_id: assigned?.startsWith('u') ? Number(assigned.slice(1)) : null,
  assigned_firm_id: assigned?.startsWith('f') ? Number(assigned.slice(1)) : null,
});

interface Of {
  readonly zone: string;
  /** Of a new one: the alarm that it was made from. */
  readonly alarm_id: number | null;
  readonly isNew: boolean;
}

/** What is sent of the fields: of a new request all, of a stored one what was changed. */
export function bodyOf(
  values: FormValues,
  changed: Partial<FormValues>,
  { zone, alarm_id, isNew }: Of,
): object {
  const { due: _, assigned: __, template_id, proj_code, ...rest } = isNew ? values : changed;
  return {
    ...rest,
    ...(isNew && { proj_code, template_id, alarm_id }),
    ...((isNew || 'due' in changed) && { due_at: instantTyped(values.due, zone) }),
    ...((isNew || 'assigned' in changed) && assigneeOf(values.assigned)),
  };
}

/** The field at which a fault of the body is said. */
export function fieldOf(path: string): string | undefined {
  if (path === 'due_at') return 'due';
  return path === 'assigned_user_id' || path === 'assigned_firm_id' ? 'assigned' : undefined;
}
