import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../../../shared/web/api/call-key.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { FormFooter } from '../../../../shared/web/forms/FormPage.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import {
  type OutsideRequest,
  outsideRequestsCalls,
  type OutsideReport as Report,
} from '../../outside-requests.contract.ts';
import { reportCode } from '../../reports.model.ts';
import { type RequestState, WAITING } from '../../request-states.model.ts';
import { fieldOf, timeFaults, type WorkValues, workBodyOf, workValuesOf } from '../reports/form.model.ts';
import { lookOfReport } from '../reports/use-report-words.ts';
import { WorkFields } from '../reports/WorkFields.tsx';
import { OutsideFiles } from './OutsideFiles.tsx';
import { useOutside } from './use-outside.ts';

interface Props {
  token: string;
  request: OutsideRequest;
}
interface Given extends Props {
  report: Report;
  onStored: (report: Report) => void;
  /** Whether something stands in the fields that is not saved. */
  unsaved: boolean;
  onUnsaved: (unsaved: boolean) => void;
}

/** What the firm writes; saved it is a draft, which it may go on with. */
function Fields({ token, request, report, onStored, onUnsaved }: Given) {
  const { t } = useTranslation('outside');
  const { time_zone } = request;
  const form = useRecordForm<typeof outsideRequestsCalls.saveReport, Report, WorkValues>({
    call: outsideRequestsCalls.saveReport,
    params: { token },
    record: report,
    // A firm has no account: what is typed is kept for the request of its link.
    draft: `outside-report-${request.number}`,
    draftOwner: { user_id: 0, company: Number(token.split('.')[0]) },
    words: 'reports',
    fieldOf,
    toValues: (from) => workValuesOf(from, time_zone),
    toBody: (_, changed) => workBodyOf(changed, time_zone),
    check: (values) => timeFaults(values, workValuesOf(report, time_zone), time_zone),
    onSaved: onStored,
  });
  const { unsaved } = form;
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  return (
    <FormFrame form={form} label={t('report')}>
      <WorkFields signed={report.signed_by} />
      <FormFooter form={form} />
    </FormFrame>
  );
}

function Close({ token, report, onStored, unsaved }: Given) {
  const { t } = useTranslation('outside');
  const { formMessage } = useErrorMessage('reports');
  const { renew } = useOutside(token);
  const closing = useSend(outsideRequestsCalls.saveReport, {
    onDone: (stored: Report) => {
      onStored(stored);
      toast.done(t('report_closed'));
      void renew();
    },
  });
  const body = { close: true, version: report.version };
  return (
    <>
      <Button
        variant="light"
        loading={closing.isPending}
        // A closed report takes nothing more of what stands in its fields.
        disabled={unsaved}
        onClick={() => closing.mutate({ params: { token }, body })}
      >
        {t('close_report')}
      </Button>
      <Muted>{t(unsaved ? 'close_unsaved' : 'close_hint')}</Muted>
      {closing.error && <FormError>{formMessage(closing.error)}</FormError>}
    </>
  );
}

function Stored(given: Given) {
  const { t } = useTranslation('outside');
  const { t: tReports } = useTranslation('reports');
  const { token, report, onStored } = given;
  const { number, state, signed_by, attachments } = report;
  if (number === null) return null;
  const calls = {
    add: outsideRequestsCalls.addReportAttachment,
    get: outsideRequestsCalls.reportAttachment,
  };
  const renew = async () => onStored(await send(outsideRequestsCalls.report, { params: { token } }));
  return (
    <>
      <p>
        {reportCode(number)} <StatePill state={lookOfReport(state)} label={tReports(`state.${state}`)} />{' '}
        {signed_by !== '' && t('signed', { name: signed_by })}
      </p>
      <OutsideFiles
        token={token}
        calls={calls}
        renew={renew}
        attachments={attachments}
        title={t('report_files')}
        {...(state === 'draft' && { more: t('add_report_photo') })}
      />
      {state === 'draft' && <Close {...given} />}
    </>
  );
}

/** Whether a request still waits for work. */
const isWaiting = (state: RequestState): boolean => WAITING.some((one) => one === state);

/** The form of a report; where nobody waits for one any more, only for whoever wants it. */
function Begun({ isSettled, children }: { isSettled: boolean; children: ReactNode }) {
  const { t } = useTranslation('outside');
  const [wanted, setWanted] = useState(false);
  if (!isSettled || wanted) return children;
  return (
    <>
      <Muted>{t('report_settled')}</Muted>
      <Buttons>
        <Button variant="default" onClick={() => setWanted(true)}>
          {t('report_anyway')}
        </Button>
      </Buttons>
    </>
  );
}

/** The report of the firm: written, with photos and a signature, and closed. */
export function OutsideReport({ token, request }: Props) {
  const { t } = useTranslation('outside');
  const client = useQueryClient();
  const [unsaved, onUnsaved] = useState(false);
  const asked = { params: { token } };
  const query = useCall(outsideRequestsCalls.report, asked, { retry: false });
  const onStored = (report: Report) =>
    void client.setQueryData(callKey(null, outsideRequestsCalls.report, asked), report);
  return (
    <Section title={t('report')}>
      <Known query={query} height={120}>
        {(report) => (
          <>
            {report.state === 'draft' && (
              <Begun isSettled={report.number === null && !isWaiting(request.state)}>
                <Fields
                  token={token}
                  request={request}
                  report={report}
                  onStored={onStored}
                  unsaved={unsaved}
                  onUnsaved={onUnsaved}
                />
              </Begun>
            )}
            <Stored
              token={token}
              request={request}
              report={report}
              onStored={onStored}
              unsaved={unsaved}
              onUnsaved={onUnsaved}
            />
          </>
        )}
      </Known>
    </Section>
  );
}
