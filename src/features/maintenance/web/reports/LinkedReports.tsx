import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import type { Downtime } from '../../../downtimes/downtimes.contract.ts';
import { maintenanceReportsCalls } from '../../maintenance-reports.contract.ts';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { LinkedRequests } from '../requests/LinkedRequests.tsx';
import { MoreOf } from '../requests/MoreOf.tsx';
import { ReportProposal } from './ReportProposal.tsx';
import { ReportState } from './use-report-columns.tsx';
import { nameOfReport } from './use-report-words.ts';

const REPORTS = '/apps/asset/maintenance-reports';

interface Props {
  /** Whose reports they are, as the list asks for them. */
  of: { request_id: string } | { downtime_id: string } | { alarm_id: string };
  /** The same as the page's address says it. */
  search: object;
  /** What a new one is written for, likewise; undefined where none is written here. */
  from?: object;
  /** Shows what reports propose, to be decided on here. */
  proposals?: boolean;
}

/** The reports of a request or a downtime, and the way to a new one. */
export function Reports({ of, search, from, proposals = false }: Props) {
  const { t } = useTranslation('reports');
  const may = useCan('maintenance.write');
  const query = useCall(maintenanceReportsCalls.list, { query: { ...of, page_size: '20' } });
  return (
    <Section
      title={t('book.title')}
      order={3}
      actions={
        may &&
        from && (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link {...root} to={REPORTS} search={{ form: 'new', ...from } as never} preload={false} />
            )}
          >
            {t('write')}
          </Button>
        )
      }
    >
      <Known query={query} height={24}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Muted>{t('none_yet')}</Muted>
          ) : (
            <>
              {results.map((report) => (
                <div key={report.id}>
                  <Link to={REPORTS} search={{ open: String(report.id) } as never} preload={false}>
                    {nameOfReport(report)} {report.solved_problem.slice(0, 80)}
                  </Link>{' '}
                  <ReportState report={report} />
                  {proposals && report.proposal?.state === 'open' && (
                    <ReportProposal report={report} proposal={report.proposal} />
                  )}
                </div>
              ))}
              <MoreOf count={count - results.length} to={REPORTS} search={search} />
            </>
          )
        }
      </Known>
    </Section>
  );
}

/** In a request: the reports that were written for it. */
export const RequestReports = ({ request: { id } }: { request: Pick<MaintenanceRequest, 'id'> }) => (
  <Reports
    of={{ request_id: String(id) }}
    search={{ request: String(id) }}
    from={{ from_request: String(id) }}
  />
);

function DowntimeRequests({ id }: { id: string }) {
  const { t } = useTranslation('requests');
  const may = useCan('maintenance.write');
  const query = useCall(maintenanceRequestsCalls.list, { query: { downtime_id: id, page_size: '20' } });
  const search = { form: 'new', from_downtime: id };
  return (
    <Section
      title={t('book.title')}
      order={3}
      actions={
        may && (
          <Buttons>
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/apps/asset/maintenance-requests"
                  search={search as never}
                  preload={false}
                />
              )}
            >
              {t('alarm.new')}
            </Button>
          </Buttons>
        )
      }
    >
      <Known query={query} height={24}>
        {({ results, count }) =>
          results.length === 0 ? (
            <Muted>{t('detail.none_of_downtime')}</Muted>
          ) : (
            <LinkedRequests requests={results} count={count} search={{ downtime: id }} />
          )
        }
      </Known>
    </Section>
  );
}

/** In a downtime: the requests that were made from it, the reports about it and what they propose, and the way to new ones. */
export function DowntimeWork({ downtime, children }: { downtime: Downtime; children?: ReactNode }) {
  const id = String(downtime.id);
  return (
    <>
      <DowntimeRequests id={id} />
      <Reports of={{ downtime_id: id }} search={{ downtime: id }} from={{ from_downtime: id }} proposals />
      {children}
    </>
  );
}
