import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_REPORT_PLANTS } from '../reports.contract.ts';
import { listReportedPlants, type ReportedPlant } from './reports.repository.ts';

/** The plants of a report. @throws AppError not_found where one is not seen; invalid where they are too many */
export async function plantsOfReport(
  tx: Tx,
  codes: readonly string[] | undefined,
  most = MAX_REPORT_PLANTS,
): Promise<ReportedPlant[]> {
  const named = codes && [...new Set(codes)];
  const plants = await listReportedPlants(tx, named ?? null);
  if (named && plants.length < named.length) notFound();
  if (plants.length > most) refuseField('codes', 'too_many_plants', 'Ask for fewer plants');
  return plants;
}
