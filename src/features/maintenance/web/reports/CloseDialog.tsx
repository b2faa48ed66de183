import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import type { MaintenanceReport } from '../../maintenance-reports.contract.ts';
import {
  compareIntervened,
  type DowntimeChoice,
  type INTERVENED,
  type Intervened,
  intervenedBy,
} from '../../reports.model.ts';
import { requestCode } from '../../request-states.model.ts';
import { useReportWords } from './use-report-words.ts';

/** What is said of a downtime, name by name, in the reader's words. */
export function useIntervenedWords(report: MaintenanceReport) {
  const words = useReportWords();
  return (said: Intervened, name: (typeof INTERVENED)[number]): string =>
    name === 'repair_cost' ? words.euro(said.repair_cost) : words.at(said[name], report);
}

/** What closing a report changes of its downtime: what is empty there, and what says something else. */
export function changesOf(report: MaintenanceReport): ReturnType<typeof compareIntervened> {
  return report.downtime
    ? compareIntervened(report.downtime, intervenedBy(report))
    : { empty: [], differing: [] };
}

interface Props {
  report: MaintenanceReport;
  busy: boolean;
  onChosen: (choice?: DowntimeChoice) => void;
  onClose: () => void;
}

/** What closing would write, name by name, beside what stands there. */
function Changes({ report }: Pick<Props, 'report'>) {
  const { t } = useTranslation('reports');
  const show = useIntervenedWords(report);
  const { empty, differing } = changesOf(report);
  const said = intervenedBy(report);
  const { downtime } = report;
  return (
    <Facts>
      {empty.map((name) => (
        <Fact key={name} label={t(`intervened.${name}`)}>
          {t('proposal.change', { before: t('proposal.empty'), after: show(said, name) })}
        </Fact>
      ))}
      {downtime &&
        differing.map((name) => (
          <Fact key={name} label={t(`intervened.${name}`)}>
            {t('differs.both', { of_downtime: show(downtime, name), of_report: show(said, name) })}
          </Fact>
        ))}
    </Facts>
  );
}

/** Says what closing a report changes of its downtime, and asks which of the two counts where they say different things. */
export function CloseDialog({ report, busy, onChosen, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const may = useCan('records.write');
  // Of whoever may not change downtimes everything is proposed, and decided on by others.
  const asks = may && changesOf(report).differing.length > 0;
  const { request } = report;
  return (
    <Dialog title={t(asks ? 'differs.title' : 'close.title')} small onClose={onClose}>
      <Stack gap={12}>
        <p>{t(asks ? 'differs.text' : may ? 'close.writes' : 'close.proposes')}</p>
        <Changes report={report} />
        {request && <Muted>{t('close.solves', { code: requestCode(request.number) })}</Muted>}
        <Buttons>
          {asks ? (
            <>
              <Button loading={busy} onClick={() => onChosen('overwrite')}>
                {t('differs.overwrite')}
              </Button>
              <Button variant="light" disabled={busy} onClick={() => onChosen('fill')}>
                {t('differs.fill')}
              </Button>
              <Button variant="default" disabled={busy} onClick={() => onChosen('keep')}>
                {t('differs.keep')}
              </Button>
            </>
          ) : (
            <>
              <Button loading={busy} onClick={() => onChosen()}>
                {t('close.action')}
              </Button>
              <Button variant="default" disabled={busy} onClick={onClose}>
                {common('cancel')}
              </Button>
            </>
          )}
        </Buttons>
      </Stack>
    </Dialog>
  );
}
