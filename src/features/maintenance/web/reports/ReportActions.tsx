import { Button } from '@mantine/core';
import { IconCheck, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type MaintenanceReport, reportWorkCalls } from '../../maintenance-reports.contract.ts';
import type { DowntimeChoice } from '../../reports.model.ts';
import { CloseDialog, changesOf } from './CloseDialog.tsx';
import { nameOfReport } from './use-report-words.ts';

interface Props {
  report: MaintenanceReport;
}

/** Whether a refusal says that the downtime says otherwise. */
const asksWhich = (fault: unknown): boolean =>
  fault instanceof CallError && fault.errors.some(({ code }) => code === 'downtime_differs');

/** Whether closing changes something of its downtime; a report that lacks something is sent, and told what. */
function changesDowntime(report: MaintenanceReport): boolean {
  const { solved_problem, started_at, ended_at } = report;
  const { empty, differing } = changesOf(report);
  const isWhole = solved_problem !== '' && started_at !== null && ended_at !== null;
  return isWhole && empty.length + differing.length > 0;
}

/** Closes a report; first it says what changes of its downtime, and asks which counts where the two say different things. */
function CloseButton({ report }: Props) {
  const { t } = useTranslation('reports');
  const { formMessage } = useErrorMessage('reports');
  const [asking, setAsking] = useState(false);
  const closing = useSend(reportWorkCalls.close, {
    onDone: () => {
      setAsking(false);
      toast.done(t('close.done'));
    },
  });
  const close = (downtime?: DowntimeChoice) => {
    const body = { version: report.version, ...(downtime && { downtime }) };
    const params = { id: String(report.id) };
    closing.mutate({ params, body }, { onError: (fault) => setAsking(asksWhich(fault)) });
  };
  const fault = closing.error && !asksWhich(closing.error) ? formMessage(closing.error) : undefined;
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        variant="light"
        loading={closing.isPending}
        onClick={() => (changesDowntime(report) ? setAsking(true) : close())}
      >
        {t('close.action')}
      </Button>
      {fault && <FormError>{fault}</FormError>}
      {asking && (
        <CloseDialog
          report={report}
          busy={closing.isPending}
          onChosen={close}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function ReopenButton({ report }: Props) {
  const { t } = useTranslation('reports');
  const { formMessage } = useErrorMessage('reports');
  const reopening = useSend(reportWorkCalls.reopen, { onDone: () => toast.saved() });
  const body = { version: report.version };
  return (
    <>
      <Button
        variant="default"
        loading={reopening.isPending}
        onClick={() => reopening.mutate({ params: { id: String(report.id) }, body })}
      >
        {t('reopen')}
      </Button>
      {reopening.error && <FormError>{formMessage(reopening.error)}</FormError>}
    </>
  );
}

function PrintButton({ report }: Props) {
  const { t } = useTranslation('reports');
  const { formMessage } = useErrorMessage('reports');
  const { id_client: company } = useCompany();
  const printing = useMutation({
    mutationFn: () => send(reportWorkCalls.document, { params: { id: String(report.id) }, company }),
    onSuccess: (pdf) => download(pdf, `${t('document.file')}-${nameOfReport(report)}.pdf`),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        loading={printing.isPending}
        onClick={() => printing.mutate()}
      >
        {t('print')}
      </Button>
      {printing.error && <FormError>{formMessage(printing.error)}</FormError>}
    </>
  );
}

/** What is done with a report beside changing it. */
export function ReportActions({ report }: Props) {
  const writes = useCan('maintenance.write');
  const keeps = useCan('records.write');
  return (
    <>
      {writes && report.state === 'draft' && <CloseButton report={report} />}
      {keeps && report.state === 'closed' && <ReopenButton report={report} />}
      <PrintButton report={report} />
    </>
  );
}
