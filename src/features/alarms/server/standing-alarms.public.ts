import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { StandingAlarms } from '../alarms.contract.ts';
import { presentAlarm } from './alarm-presenter.ts';
import { listAlarms } from './alarms.repository.ts';
import { countSilent } from './silent-devices.repository.ts';

/** A page of a plant shows so many; the others stand in the list of alarms. */
const MOST = 5;

interface Question {
  readonly plant_id: number;
  readonly language: Language;
  readonly now: number;
}

/** The gravest alarms that stand at a plant which the scope may see. */
export async function standingAlarms(tx: Tx, { plant_id, language, now }: Question): Promise<StandingAlarms> {
  const filter = { plant_id, closed: false, consequences: false, matching_codes: [] };
  const { count, rows } = await listAlarms(tx, { filter, order: 'severity' }, { page: 1, page_size: MOST });
  const results = rows.map((row) => presentAlarm(row, language));
  return { count, results, silent: count === 0 ? await countSilent(tx, plant_id, now) : null };
}
