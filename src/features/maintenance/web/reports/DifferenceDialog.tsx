import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
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
import { useReportWords } from './use-report-words.ts';

/** What is said of a downtime, name by name, in the reader's words. */
export function useIntervenedWords(report: MaintenanceReport) {
  const words = useReportWords();
  return (said: Intervened, name: (typeof INTERVENED)[number]): string =>
    name === 'repair_cost' ? words.euro(said.repair_cost) : words.at(said[name], report);
}

interface Props {
  report: MaintenanceReport;
  busy: boolean;
  onChosen: (choice: DowntimeChoice) => void;
  onClose: () => void;
}

/** Asks which of the two counts, where a report and its downtime say different things. */
export function DifferenceDialog({ report, busy, onChosen, onClose }: Props) {
  const { t } = useTranslation('reports');
  const show = useIntervenedWords(report);
  const { downtime } = report;
  if (!downtime) return null;
  const said = intervenedBy(report);
  const { differing } = compareIntervened(downtime, said);
  return (
    <Dialog title={t('differs.title')} small onClose={onClose}>
      <Stack gap={12}>
        <p>{t('differs.text')}</p>
        <Facts>
          {differing.map((name) => (
            <Fact key={name} label={t(`intervened.${name}`)}>
              {t('differs.both', { of_downtime: show(downtime, name), of_report: show(said, name) })}
            </Fact>
          ))}
        </Facts>
        <Buttons>
          <Button loading={busy} onClick={() => onChosen('overwrite')}>
            {t('differs.overwrite')}
          </Button>
          <Button variant="light" disabled={busy} onClick={() => onChosen('fill')}>
            {t('differs.fill')}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => onChosen('keep')}>
            {t('differs.keep')}
          </Button>
        </Buttons>
      </Stack>
    </Dialog>
  );
}
