import type { FieldFault } from '../../../../shared/contract/client.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import type { MaintenanceReport } from '../../maintenance-reports.contract.ts';
import { instantTyped } from '../requests/form.model.ts';

type Same =
  | 'request_id'
  | 'downtime_id'
  | 'device_ids'
  | 'solved_problem'
  | 'people_count'
  | 'hours'
  | 'materials'
  | 'measurements'
  | 'repair_cost_eur'
  | 'notes'
  | 'signed_by';

/** A report as its form knows it, stored or new. */
export type FormRecord = Pick<MaintenanceReport, Same | 'started_at' | 'ended_at'> & {
  readonly proj_code: string | null;
  readonly version?: number;
};

/** What stands in the fields that every report has, whoever writes it: times by the plant's clock. */
export interface WorkValues {
  solved_problem: string;
  people_count: number | null;
  hours: number | null;
  started: string;
  ended: string;
  materials: MaintenanceReport['materials'];
  measurements: MaintenanceReport['measurements'];
  repair_cost_eur: number | null;
  notes: string;
  signed_by: string;
  /** What is drawn now; what was drawn before stays unless something is. */
  signature: string | null;
}

export type FormValues = WorkValues &
  Pick<FormRecord, 'proj_code' | 'request_id' | 'downtime_id' | 'device_ids'>;

/** What a new report begins with. */
export const BLANK: FormRecord = {
  proj_code: null,
  request_id: null,
  downtime_id: null,
  device_ids: [],
  solved_problem: '',
  people_count: null,
  hours: null,
  started_at: null,
  ended_at: null,
  materials: [],
  measurements: [],
  repair_cost_eur: null,
  notes: '',
  signed_by: '',
};

const wallOf = (at: string | null, zone: string): string =>
  at === null ? '' : writeWall(Date.parse(at), zone);

/** @param zone of the plant, by whose clock times are typed */
export function workValuesOf(
  record: Omit<WorkValues, 'started' | 'ended' | 'signature'> & Pick<FormRecord, 'started_at' | 'ended_at'>,
  zone: string,
): WorkValues {
  const { solved_problem, people_count, hours, materials, measurements, repair_cost_eur, notes } = record;
  return {
    solved_problem,
    people_count,
    hours,
    materials,
    measurements,
    repair_cost_eur,
    notes,
    signed_by: record.signed_by,
    signature: null,
    started: wallOf(record.started_at, zone),
    ended: wallOf(record.ended_at, zone),
  };
}

export function valuesOf(record: FormRecord, zone: string): FormValues {
  const { proj_code, request_id, downtime_id, device_ids } = record;
  return { proj_code, request_id, downtime_id, device_ids, ...workValuesOf(record, zone) };
}

/** What is sent of the fields that every report has: of what was changed. */
export function workBodyOf(changed: Partial<WorkValues>, zone: string): object {
  const { started, ended, signature, ...rest } = changed;
  return {
    ...rest,
    ...(started !== undefined && { started_at: instantTyped(started, zone) }),
    ...(ended !== undefined && { ended_at: instantTyped(ended, zone) }),
    // A name that stays is signed anew with what is drawn.
    ...(signature != null && { signature }),
  };
}

/** What is sent of the fields: of a new report all, of a stored one what was changed. */
export const bodyOf = (
  values: FormValues,
  changed: Partial<FormValues>,
  { zone, isNew }: { readonly zone: string; readonly isNew: boolean },
): object => workBodyOf(isNew ? values : changed, zone);

/** What two times say that cannot be, before it is sent; times that nobody touched stay as they are. */
export function timeFaults(
  { started, ended }: Pick<WorkValues, 'started' | 'ended'>,
  before: Pick<WorkValues, 'started' | 'ended'>,
  zone: string,
): FieldFault[] {
  if (started === before.started && ended === before.ended) return [];
  const [began, over] = [instantOfWall(started, zone), instantOfWall(ended, zone)];
  if (began === undefined || over === undefined || over >= began) return [];
  return [{ path: 'ended_at', message: 'Work cannot end before it began', code: 'before_start' }];
}

/** The field at which a fault of the body is said. */
export function fieldOf(path: string): string | undefined {
  if (path === 'started_at') return 'started';
  return path === 'ended_at' ? 'ended' : path;
}
