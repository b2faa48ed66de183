import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import {
  type MaintenanceReport,
  type ReportProposal as Proposal,
  reportWorkCalls,
} from '../../maintenance-reports.contract.ts';
import { INTERVENED } from '../../reports.model.ts';
import { useIntervenedWords } from './CloseDialog.tsx';
import { useReportWords } from './use-report-words.ts';

function Decide({ report }: { report: MaintenanceReport }) {
  const { t } = useTranslation('reports');
  const { formMessage } = useErrorMessage('reports');
  const deciding = useSend(reportWorkCalls.decide, { onDone: () => toast.saved() });
  const decide = (decision: 'accept' | 'dismiss') =>
    deciding.mutate({ params: { id: String(report.id) }, body: { decision } });
  return (
    <>
      <Buttons>
        <Button loading={deciding.isPending} onClick={() => decide('accept')}>
          {t('proposal.accept')}
        </Button>
        <Button variant="default" disabled={deciding.isPending} onClick={() => decide('dismiss')}>
          {t('proposal.dismiss')}
        </Button>
      </Buttons>
      {deciding.error && <FormError>{formMessage(deciding.error)}</FormError>}
    </>
  );
}

/** What a report would change of its downtime, beside what stands there, and what became of it. */
export function ReportProposal({ report, proposal }: { report: MaintenanceReport; proposal: Proposal }) {
  const { t } = useTranslation('reports');
  const words = useReportWords();
  const show = useIntervenedWords(report);
  const may = useCan('records.write');
  const { state, decided_at, decided_by } = proposal;
  return (
    <Section title={t('proposal.title')} order={3}>
      <Facts>
        {INTERVENED.filter((name) => proposal[name] !== null).map((name) => (
          <Fact key={name} label={t(`intervened.${name}`)}>
            {t('proposal.change', {
              before: (report.downtime && show(report.downtime, name)) || t('proposal.empty'),
              after: show(proposal, name),
            })}
          </Fact>
        ))}
      </Facts>
      {state === 'open' ? (
        may && report.downtime && <Decide report={report} />
      ) : (
        <Muted>{t(`proposal.${state}`, { who: decided_by ?? '', when: words.at(decided_at, report) })}</Muted>
      )}
      {state === 'open' && !may && <Muted>{t('proposal.waits')}</Muted>}
    </Section>
  );
}
