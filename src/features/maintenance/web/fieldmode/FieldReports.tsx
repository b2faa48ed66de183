import { Box, Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { MINUTE_MS } from '../../../../shared/units/zones.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import {
  type FieldReport,
  nameOfUnsent,
  type Refusal,
  type ReportPlace,
  remedied,
  remedyOf,
} from './field-mode.model.ts';
import { putReport, removeReport } from './field-store.ts';
import { inTurn } from './send-waiting.ts';
import type { FieldModeState } from './use-field-mode.ts';
import { useReportFile } from './use-report-file.ts';

const LOOKS: Readonly<Record<ReportPlace, StateLook>> = {
  writing: 'snoozed',
  waiting: 'warning',
  refused: 'alarm',
};

/** Why the portal did not take a report, in words. */
function useRefusalWords(): (refusal: Refusal) => string {
  const { t } = useTranslation('fieldmode');
  const { formMessage } = useErrorMessage('reports');
  return (refusal) => {
    const { status, code, errors, photo } = refusal;
    const fault = new CallError(status, { code, errors });
    if (photo !== undefined) return t('reports.photo_refused', { name: photo, reason: formMessage(fault) });
    return remedyOf(refusal) === 'settled_known' ? t('reports.settled') : formMessage(fault);
  };
}

interface Props {
  report: FieldReport;
  mode: FieldModeState;
}

/** What can be done with a report before it is sent: nothing of it goes without its author. */
function Actions({ report, mode, onDiscard }: Props & { onDiscard: () => void }) {
  const { t } = useTranslation('fieldmode');
  const save = useReportFile();
  const { key, place, refusal, report_id } = report;
  const name = nameOfUnsent(report);
  const send = async () => {
    await putReport(remedied(report));
    await mode.renew();
    mode.ask();
  };
  return (
    <Buttons>
      {refusal && (
        <Button onClick={() => void send()} aria-label={`${t(`reports.${remedyOf(refusal)}`)}: ${name}`}>
          {t(`reports.${remedyOf(refusal)}`)}
        </Button>
      )}
      {(place !== 'waiting' || report_id === null) && (
        <Button
          variant="default"
          aria-label={`${t(place === 'writing' ? 'report.go_on' : 'reports.change')}: ${name}`}
          renderRoot={(root) => <Link to="/apps/asset/field-mode" search={{ report: key }} {...root} />}
        >
          {t(place === 'writing' ? 'report.go_on' : 'reports.change')}
        </Button>
      )}
      <Button
        variant="default"
        aria-label={`${t('reports.save')}: ${name}`}
        onClick={() => void save(report)}
      >
        {t('reports.save')}
      </Button>
      <Button variant="default" aria-label={`${t('reports.discard')}: ${name}`} onClick={onDiscard}>
        {t('reports.discard')}
      </Button>
    </Buttons>
  );
}

function Report({ report, mode }: Props) {
  const { t } = useTranslation('fieldmode');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const wordsOf = useRefusalWords();
  const [discarding, setDiscarding] = useState(false);
  const { place, plant, company, changed_at, refusal, key } = report;
  const age = ageWords(new Date(changed_at).toISOString(), now, language);
  return (
    <Entry
      icon={IconFileText}
      name={nameOfUnsent(report)}
      beside={<StatePill state={LOOKS[place]} label={t(`place.${place}`)} />}
      details={`${plant.name} · ${company.name} · ${t('reports.written', { age })}`}
    >
      {refusal && (
        <Note tone="alarm" role="alert">
          {wordsOf(refusal)}
        </Note>
      )}
      <Box mt={8}>
        <Actions report={report} mode={mode} onDiscard={() => setDiscarding(true)} />
      </Box>
      {discarding && (
        <ConfirmAction
          title={t('reports.discard_title')}
          confirm={t('reports.discard')}
          words="fieldmode"
          act={() => inTurn(() => removeReport(key))}
          onDone={() => void mode.renew()}
          onClose={() => setDiscarding(false)}
        >
          <p>{t('reports.discard_text')}</p>
        </ConfirmAction>
      )}
    </Entry>
  );
}

/** Reports that are on this device and not in the portal yet. */
export function FieldReports({ mode }: { mode: FieldModeState }) {
  const { t } = useTranslation('fieldmode');
  const { reports, isOpen, kept } = mode;
  if (reports.length === 0 || !kept) return null;
  if (!isOpen) return <Note tone="warning">{t('reports.locked', { count: reports.length })}</Note>;
  return (
    <Section title={t('reports.title')} hint={t('reports.hint')}>
      <Entries label={t('reports.title')}>
        {reports.map((report) => (
          <Report key={report.key} report={report} mode={mode} />
        ))}
      </Entries>
    </Section>
  );
}
