import { recordNotes } from '../../../shared/server/records/record-notes.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { reportCode } from '../reports.model.ts';
import { REPORT } from './report-answers.ts';
import { isClosed, listReports } from './reports.repository.ts';

/** A report that the scope may see, as its notes know it. */
async function findNoted(tx: Tx, id: number): Promise<{ name: string; plant_id: number } | undefined> {
  const [row] = await listReports(tx, [id]);
  return row && { name: reportCode(row.number), plant_id: row.plant_id };
}

/** Comments, photos and files of reports: of colleagues, and of firms that hold a link. */
export const reportNotes = recordNotes({
  kind: REPORT,
  topic: 'maintenance_reports',
  write: 'maintenance.write',
  find: findNoted,
  // What a closed report says was signed, its photos with it: opened again it may be changed.
  isFixed: isClosed,
  words: { en: 'Maintenance reports', it: 'Rapporti di intervento' },
  link: (id) => `/apps/asset/maintenance-reports?open=${id}`,
});
