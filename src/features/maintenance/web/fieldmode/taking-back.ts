import type { FieldPlant, FieldRequest } from '../../field-mode.contract.ts';
import { BLANK, workValuesOf } from '../reports/form.model.ts';
import { signedIn } from './contact.ts';
import type { FieldReport, Kept } from './field-mode.model.ts';
import { putReport, readReport } from './field-store.ts';
import { inTurn } from './send-waiting.ts';

/**
 * A report of this device to be written on: not sent meanwhile. Null where it is not here: it was sent, or is somebody
 * else's. What the portal has already is left as it is.
 */
export const takeBack = (key: string): Promise<FieldReport | null> =>
  inTurn(async () => {
    const stored = await readReport(key);
    if (!stored || stored.user_id !== signedIn()) return null;
    if (stored.place !== 'waiting' || stored.report_id !== null) return stored;
    const back = { ...stored, place: 'writing' } as const;
    await putReport(back);
    return back;
  });

interface Of {
  readonly key: string;
  readonly request: FieldRequest;
  readonly plant: FieldPlant;
  readonly kept: Kept;
}

/** What a new report begins with; it is on the device as soon as something is written. */
export function blankReport({ key, request, plant, kept }: Of): FieldReport {
  const { id, number, title, device_ids, downtime_id } = request;
  const { proj_code, name, time_zone } = plant;
  return {
    key,
    user_id: kept.user_id,
    company: kept.company,
    device_ids,
    downtime_id,
    request: { id, number, title },
    plant: { proj_code, name, time_zone },
    values: workValuesOf({ ...BLANK, people_count: 1 }, time_zone),
    place: 'writing',
    changed_at: Date.now(),
    report_id: null,
    refusal: null,
    settled_known: false,
  };
}
