import { Alert, Button, Progress as ProgressBar, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { DialogFooter } from '../../../shared/web/ui/DialogFooter.tsx';
import type { Progress } from '../measurements.contract.ts';
import { BadRows } from './BadRows.tsx';
import { useFaultLabels } from './fault-words.ts';
import { grammarCount } from './grammar-count.ts';
import classes from './import.module.css';
import { ImportDetail, runningLabel } from './import-detail.ts';
import { LeftOut } from './LeftOut.tsx';
import { useImportProgress } from './use-imports.ts';

interface Props {
  started: Progress;
  device: string;
  onAgain: () => void;
  onOtherFile: () => void;
  onClose: () => void;
}

function Running({ work, phase }: { work: Progress; phase: string }) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const percent = work.total > 0 ? Math.min(100, (100 * work.done) / work.total) : 0;
  const label = t(runningLabel(phase));
  return (
    <div role="status">
      <p>{label}</p>
      <ProgressBar value={percent} size="lg" my={10} animated={phase === 'days'} aria-label={label} />
      <p className="muted num">
        {t('import.progress', {
          done: number(work.done, 0),
          total: number(work.total, 0),
          count: grammarCount(work.total),
        })}
      </p>
      <Muted>{t('import.running_hint')}</Muted>
    </div>
  );
}

/** How far the import has come, and what it came to. */
export function ImportProgress({ started, device, onAgain, onOtherFile, onClose }: Props) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const { ofFault } = useFaultLabels();
  const work = useImportProgress(started) ?? started;
  const { phase, stored, bad_rows, bad, left_out, days_left } = ImportDetail.parse(work.detail);
  return (
    <Stack gap={14}>
      {work.state === 'running' && <Running work={work} phase={phase} />}
      {work.state === 'done' && (
        <Stack role="status" gap={4} align="center" ta="center" pt={16}>
          <IconCircleCheck size={36} stroke={1.5} color="var(--success-text)" aria-hidden="true" />
          <p>{t('import.done')}</p>
          {stored !== null && (
            <p>{t('import.done_text', { stored: number(stored, 0), device, count: grammarCount(stored) })}</p>
          )}
          <LeftOut columns={left_out} />
          {days_left > 0 && <p>{t('import.days_left', { shown: number(days_left, 0), count: days_left })}</p>}
          <Muted>{t('import.harmless')}</Muted>
        </Stack>
      )}
      {work.state === 'failed' && (
        <Alert color="red" variant="light" role="alert" title={t('import.failed')}>
          <p className={classes.sentence}>{ofFault(work.fault ?? {})}</p>
          <Muted>{t('import.failed_hint')}</Muted>
        </Alert>
      )}
      {work.state === 'done' && bad_rows > 0 && (
        <BadRows title={t('import.done_bad')} bad={bad} count={bad_rows} />
      )}
      <DialogFooter>
        {work.state === 'done' && (
          <Button variant="default" onClick={onOtherFile}>
            {t('import.other_file')}
          </Button>
        )}
        {work.state === 'failed' && (
          <Button variant="default" onClick={onAgain}>
            {t('import.again')}
          </Button>
        )}
        <Button onClick={onClose}>{t('import.close')}</Button>
      </DialogFooter>
    </Stack>
  );
}
