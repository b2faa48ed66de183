import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { urlOfPng } from '../../../../shared/web/forms/fields/signature.model.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { RecordNotes } from '../../../../shared/web/records/RecordNotes.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import {
  type MaintenanceReport,
  reportNotesCalls,
  reportWorkCalls,
} from '../../maintenance-reports.contract.ts';
import { requestCode } from '../../request-states.model.ts';
import { ReportProposal } from './ReportProposal.tsx';
import classes from './reports.module.css';
import { ReportState } from './use-report-columns.tsx';
import { useReportWords } from './use-report-words.ts';

interface Props {
  report: MaintenanceReport;
}

/** What it was written for; a link stays where the other lies in the bin, and says so. */
function Links({ report }: Props) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  const { request_id, request, downtime_id, downtime, alarm_id } = report;
  return (
    <>
      {request_id !== null && (
        <Fact label={t('book.fields.request')}>
          {request ? (
            <Link
              to="/apps/asset/maintenance-requests"
              search={{ open: String(request_id) } as never}
              preload={false}
            >
              {requestCode(request.number)} {request.title}
            </Link>
          ) : (
            t('detail.gone')
          )}
        </Fact>
      )}
      {downtime_id !== null && (
        <Fact label={t('book.fields.downtime_id')}>
          {downtime ? (
            <Link to="/apps/asset/downtimes" search={{ open: String(downtime_id) } as never} preload={false}>
              {t('detail.downtime', { when: words.at(downtime.start, report) })}
            </Link>
          ) : (
            t('detail.gone')
          )}
        </Fact>
      )}
      {alarm_id !== null && (
        <Fact label={t('detail.alarm')}>
          <Link to="/apps/asset/alarms" search={{ alarm: String(alarm_id) } as never} preload={false}>
            {t('detail.open_alarm')}
          </Link>
        </Fact>
      )}
    </>
  );
}

function About({ report }: Props) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  const { plant, proj_code, devices, author, is_firm, closed_at, closed_by } = report;
  return (
    <Section title={t('detail.about')} order={3}>
      <Facts>
        <Fact label={t('book.fields.state')}>
          <ReportState report={report} />
        </Fact>
        <Fact label={t('book.fields.plant')}>
          {proj_code === null ? (
            t('detail.archived')
          ) : (
            <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
              {plant}
            </Link>
          )}
        </Fact>
        <Links report={report} />
        <Fact label={t('book.fields.devices')}>{devices.map(({ name }) => name).join(', ') || null}</Fact>
        <Fact label={t('form.started')}>{words.at(report.started_at, report) || null}</Fact>
        <Fact label={t('form.ended')}>{words.at(report.ended_at, report) || null}</Fact>
        <Fact label={t('book.fields.people_count')}>{report.people_count}</Fact>
        <Fact label={t('book.fields.hours')}>{words.hours(report.hours) || null}</Fact>
        <Fact label={t('form.repair_cost')}>{words.euro(report.repair_cost_eur) || null}</Fact>
        <Fact label={t('book.fields.author')}>{is_firm ? t('detail.firm', { name: author }) : author}</Fact>
        {closed_at !== null && (
          <Fact label={t('state.closed')}>
            {[words.at(closed_at, report), closed_by].filter(Boolean).join(' · ')}
          </Fact>
        )}
      </Facts>
      {report.solved_problem !== '' && <p className={classes.lines}>{report.solved_problem}</p>}
      {report.notes !== '' && <p className={classes.lines}>{report.notes}</p>}
    </Section>
  );
}

/** What was used up and what was measured. */
function Lines({ report }: Props) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  const { materials, measurements } = report;
  return (
    <>
      {materials.length > 0 && (
        <Section title={t('book.fields.materials')} order={3}>
          <Facts>
            {materials.map(({ name, quantity, unit }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <Fact key={i} label={name}>
                {words.figure(quantity, unit)}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      {measurements.length > 0 && (
        <Section title={t('book.fields.measurements')} order={3}>
          <Facts>
            {measurements.map(({ what, value, unit }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <Fact key={i} label={what}>
                {words.figure(value, unit)}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
    </>
  );
}

function Drawn({ report }: Props) {
  const { t } = useTranslation('reports');
  const query = useCall(reportWorkCalls.signature, { params: { id: String(report.id) } });
  return (
    <Known query={query} height={80}>
      {({ signature }) =>
        signature && (
          <img
            className={classes.signature}
            src={urlOfPng(signature)}
            alt={t('detail.signature_of', { name: report.signed_by })}
          />
        )
      }
    </Known>
  );
}

function Signature({ report }: Props) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  if (report.signed_by === '') return null;
  return (
    <Section title={t('book.fields.signature')} order={3}>
      {report.is_drawn && <Drawn report={report} />}
      <Muted>
        {report.signed_by} · {words.at(report.signed_at, report)}
      </Muted>
    </Section>
  );
}

/** What is known of a report: what was done, with what, who signed it, what it proposes, its photos and comments. */
export function ReportFacts({ report }: Props) {
  return (
    <Stack gap={16}>
      <About report={report} />
      {report.proposal && <ReportProposal report={report} proposal={report.proposal} />}
      <Lines report={report} />
      <Signature report={report} />
      <RecordNotes calls={reportNotesCalls} id={report.id} fixed={report.state === 'closed'} />
    </Stack>
  );
}
