import { Checkbox, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { RecordNotes } from '../../../../shared/web/records/RecordNotes.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import {
  type MaintenanceRequest,
  type RequestChange,
  requestNotesCalls,
  requestWorkCalls,
} from '../../maintenance-requests.contract.ts';
import { RequestReports } from '../reports/LinkedReports.tsx';
import { Sending } from './Sending.tsx';
import { Due } from './use-request-columns.tsx';
import { lookOf, useRequestWords } from './use-request-words.ts';

interface Props {
  request: MaintenanceRequest;
}

function About({ request }: Props) {
  const { t } = useTranslation('requests');
  const { t: common } = useTranslation();
  const words = useRequestWords();
  const { state, state_at, plant, proj_code, alarm_id, estimated_min, decline_reason } = request;
  const since = t('detail.since', { when: words.at(state_at, request) });
  return (
    <Section title={t('detail.about')} order={3}>
      <Facts>
        <Fact label={t('book.fields.state')}>
          <StatePill state={lookOf(state)} label={words.state(state)} /> <Muted as="span">{since}</Muted>
        </Fact>
        {decline_reason !== '' && <Fact label={t('detail.reason')}>{decline_reason}</Fact>}
        <Fact label={t('book.fields.plant')}>
          {proj_code === null ? (
            t('detail.archived')
          ) : (
            <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
              {plant}
            </Link>
          )}
        </Fact>
        <Fact label={t('form.devices')}>{words.devices(request)}</Fact>
        <Fact label={t('book.fields.priority')}>{t(`request.priority.${request.priority}`)}</Fact>
        <Fact label={t('book.fields.type')}>{request.type}</Fact>
        <Fact label={t('book.fields.assigned_to')}>{request.assigned_to}</Fact>
        <Fact label={t('form.due')}>{request.due_at && <Due request={request} />}</Fact>
        <Fact label={t('form.estimate')}>{estimated_min && t(`estimate.${estimated_min}`)}</Fact>
        <Fact label={t('book.fields.created_by')}>
          {request.plan_id === null ? (
            (request.created_by ?? common('history.nobody'))
          ) : (
            <Link
              to="/apps/asset/maintenance-plans"
              search={{ open: String(request.plan_id) } as never}
              preload={false}
            >
              {t('detail.program')}
            </Link>
          )}
        </Fact>
        {alarm_id !== null && (
          <Fact label={t('detail.alarm')}>
            <Link to="/apps/asset/alarms" search={{ alarm: String(alarm_id) } as never} preload={false}>
              {t('detail.open_alarm')}
            </Link>
          </Fact>
        )}
        {request.downtime_id !== null && (
          <Fact label={t('detail.downtime')}>
            {request.downtime_start === null ? (
              t('detail.gone')
            ) : (
              <Link
                to="/apps/asset/downtimes"
                search={{ open: String(request.downtime_id) } as never}
                preload={false}
              >
                {t('detail.open_downtime')}
              </Link>
            )}
          </Fact>
        )}
      </Facts>
      {request.description !== '' && <p style={{ whiteSpace: 'pre-line' }}>{request.description}</p>}
    </Section>
  );
}

function Checklist({ request }: Props) {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  const may = useCan('maintenance.write');
  const ticking = useSend(requestWorkCalls.tick);
  const { id, checklist } = request;
  if (checklist.length === 0) return null;
  return (
    <Section title={t('detail.checklist')} order={3}>
      {checklist.map(({ text, done, by, at }, index) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          key={index}
          label={text}
          description={
            at && t('detail.done_by', { name: by ?? t('detail.somebody'), when: words.at(at, request) })
          }
          checked={done}
          disabled={!may || ticking.isPending}
          onChange={(event) =>
            ticking.mutate({
              params: { id: String(id) },
              body: { index, text, done: event.currentTarget.checked },
            })
          }
        />
      ))}
    </Section>
  );
}

function Step({ step, request }: Props & { step: RequestChange }) {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  const name = step.by ?? t(step.is_portal ? 'detail.portal' : 'detail.somebody');
  return (
    <li>
      {t('detail.step', { from: words.state(step.from), to: words.state(step.to) })}
      {step.note !== '' && <div>{step.note}</div>}
      <Muted>
        {step.is_firm ? t('detail.by_firm', { name }) : name} · {words.at(step.at, request)}
      </Muted>
    </li>
  );
}

function Steps({ request }: Props) {
  const { t } = useTranslation('requests');
  const query = useCall(requestWorkCalls.changes, { params: { id: String(request.id) } });
  return (
    <Section title={t('detail.steps')} order={3}>
      <Known query={query} height={60}>
        {(steps) =>
          steps.length === 0 ? (
            <Muted>{t('detail.no_steps')}</Muted>
          ) : (
            <Stack component="ol" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
              {steps.map((step) => (
                <Step key={step.id} step={step} request={request} />
              ))}
            </Stack>
          )
        }
      </Known>
    </Section>
  );
}

/** What is known of a request: what and where, its list, how it was sent, its steps, its comments and files. */
export function RequestFacts({ request }: Props) {
  return (
    <Stack gap={16}>
      <About request={request} />
      <Checklist request={request} />
      <Sending request={request} />
      <RequestReports request={request} />
      <Steps request={request} />
      <RecordNotes calls={requestNotesCalls} id={request.id} />
    </Stack>
  );
}
