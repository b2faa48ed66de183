import { IconFileText } from '@tabler/icons-react';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { RecordBookPage } from '../../../../shared/web/record-book/RecordBookPage.tsx';
import { reportsBook } from '../../maintenance-reports.contract.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportFacts } from './ReportFacts.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportForm } from './ReportForm.tsx';
import { ReportsList, reportFiltersOf } from './reports-list.ts';
import { useReportColumns } from './use-report-columns.tsx';
import { nameOfReport } from './use-report-words.ts';

/** The reports of what was done at the company's plants. */
export function ReportsPage() {
  const state = useListState(ReportsList);
  const columns = useReportColumns();
  return (
    <RecordBookPage
      state={state}
      columns={columns}
      book={reportsBook}
      words={'reports'}
      icon={IconFileText}
      nameOf={nameOfReport}
      bin="/apps/asset/maintenance-reports/bin"
      ask={reportFiltersOf}
      filters={<ReportFilters state={state} />}
      facts={(report) => <ReportFacts report={report} />}
      isFixed={(report) => report.state === 'closed'}
      actions={(report) => <ReportActions report={report} />}
      form={(given) => <ReportForm {...given} state={state} />}
    />
  );
}
