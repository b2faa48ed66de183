import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { MaintenanceReport } from '../../maintenance-reports.contract.ts';
import { reportCode } from '../../reports.model.ts';
import { requestCode } from '../../request-states.model.ts';
import { lookOfReport, useReportWords } from './use-report-words.ts';

/** Of a report's state, and that a change of its downtime waits. */
export function ReportState({ report }: { report: MaintenanceReport }) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  return (
    <>
      <StatePill state={lookOfReport(report.state)} label={words.state(report.state)} />{' '}
      {report.proposal?.state === 'open' && <StatePill state="warning" label={t('proposal.short')} />}
    </>
  );
}

/** The columns of reports; `binned`: of those in the bin, in short. */
export function useReportColumns(binned = false): readonly DataColumn<MaintenanceReport>[] {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, as `t` does
  return useMemo(() => {
    const columns: DataColumn<MaintenanceReport>[] = [
      {
        id: 'number',
        header: t('book.fields.number'),
        names: true,
        descFirst: true,
        value: ({ number }) => number,
        cell: ({ number }) => <Nowrap>{reportCode(number)}</Nowrap>,
        text: ({ number }) => reportCode(number),
      },
      {
        id: 'plant',
        header: t('book.fields.plant'),
        value: ({ plant }) => plant,
        cell: ({ plant, proj_code }) =>
          plant === null ? (
            <Muted>{t('detail.archived')}</Muted>
          ) : (
            <>
              {plant} <Muted as="span">{proj_code}</Muted>
            </>
          ),
      },
      {
        id: 'solved_problem',
        header: t('book.fields.solved_problem'),
        long: true,
        value: ({ solved_problem }) => solved_problem,
      },
      {
        id: 'state',
        header: t('book.fields.state'),
        value: ({ state }) => words.state(state),
        cell: (report) => <ReportState report={report} />,
      },
      {
        id: 'started_at',
        header: t('form.started'),
        descFirst: true,
        value: ({ started_at }) => started_at,
        cell: (row) => <Nowrap>{words.at(row.started_at, row)}</Nowrap>,
        text: (row) => words.at(row.started_at, row),
      },
      {
        id: 'hours',
        header: t('book.fields.hours'),
        numeric: true,
        value: ({ hours }) => hours,
        cell: ({ hours }) => words.hours(hours),
      },
      { id: 'author', header: t('book.fields.author'), value: ({ author }) => author },
      {
        id: 'request',
        header: t('book.fields.request'),
        extra: true,
        value: ({ request }) => request && `${requestCode(request.number)} ${request.title}`,
      },
      {
        id: 'people_count',
        header: t('book.fields.people_count'),
        extra: true,
        numeric: true,
        value: ({ people_count }) => people_count,
      },
      {
        id: 'repair_cost_eur',
        header: t('form.repair_cost'),
        extra: true,
        numeric: true,
        value: ({ repair_cost_eur }) => repair_cost_eur,
        cell: ({ repair_cost_eur }) => words.euro(repair_cost_eur),
      },
      {
        id: 'signed_by',
        header: t('book.fields.signed_by'),
        extra: true,
        value: ({ signed_by }) => signed_by,
      },
    ];
    const short = ['number', 'plant', 'solved_problem', 'state', 'author'];
    return binned ? columns.filter(({ id }) => short.includes(id)) : columns;
  }, [t, binned]);
}
