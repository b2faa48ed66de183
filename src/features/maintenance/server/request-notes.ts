import { recordNotes } from '../../../shared/server/records/record-notes.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { requestCode } from '../request-states.model.ts';
import { REQUEST } from './request-answers.ts';
import { listRequests } from './requests.repository.ts';

/** A request that the scope may see, as its notes know it. */
async function findNoted(tx: Tx, id: number): Promise<{ name: string; plant_id: number } | undefined> {
  const [row] = await listRequests(tx, [id]);
  return row && { name: `${requestCode(row.number)} ${row.title}`, plant_id: row.plant_id };
}

/** Comments and files of requests: of colleagues, and of firms that hold a link. */
export const requestNotes = recordNotes({
  kind: REQUEST,
  topic: 'maintenance_requests',
  write: 'maintenance.write',
  find: findNoted,
  words: { en: 'Maintenance requests', it: 'Richieste di intervento' },
  link: (id) => `/apps/asset/maintenance-requests?open=${id}`,
});
