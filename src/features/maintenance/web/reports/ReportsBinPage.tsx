import { RecordBookBin } from '../../../../shared/web/record-book/RecordBookBin.tsx';
import { reportsBook } from '../../maintenance-reports.contract.ts';
import { useReportColumns } from './use-report-columns.tsx';
import { nameOfReport } from './use-report-words.ts';

/** Deleted reports: restored, or deleted for ever by who may. */
export const ReportsBinPage = () => (
  <RecordBookBin
    book={reportsBook}
    of="/apps/asset/maintenance-reports"
    words="reports"
    columns={useReportColumns(true)}
    nameOf={nameOfReport}
  />
);
