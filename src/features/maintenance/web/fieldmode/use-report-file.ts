import { useTranslation } from 'react-i18next';
import { download } from '../../../../shared/web/charts/download.ts';
import { requestCode } from '../../request-states.model.ts';
import type { FieldReport } from './field-mode.model.ts';
import { fileOfReport } from './report-file.ts';

/** Hands a report to its author as a file, with its photos. */
export function useReportFile(): (report: FieldReport) => Promise<void> {
  const { t } = useTranslation('fieldmode');
  return async (report) => {
    const { request, plant, changed_at } = report;
    const of = request ? requestCode(request.number) : plant.proj_code;
    const day = new Date(changed_at).toISOString().slice(0, 10);
    download(await fileOfReport(report), `${t('file')}-${of}-${day}.zip`);
  };
}
