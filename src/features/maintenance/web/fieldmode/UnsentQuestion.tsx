import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeavingProps } from '../../../../shared/web/feature/feature.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { signedIn } from './contact.ts';
import { type FieldReport, nameOfUnsent } from './field-mode.model.ts';
import { listReports, removeReport } from './field-store.ts';
import { useReportFile } from './use-report-file.ts';

/** Before somebody signs out: what they wrote and nobody has would go. Offered as files, which they may send otherwise. */
export function UnsentQuestion({ onLeave, onStay }: LeavingProps) {
  const { t } = useTranslation('fieldmode');
  const save = useReportFile();
  const [unsent, setUnsent] = useState<readonly FieldReport[]>([]);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const user_id = signedIn();
    void (user_id === null ? Promise.resolve([]) : listReports(user_id)).then((reports) => {
      if (reports.length === 0) leave.current();
      else setUnsent(reports);
    });
  }, []);
  if (unsent.length === 0) return null;
  const remove = async () => {
    for (const { key } of unsent) await removeReport(key);
    onLeave();
  };
  return (
    <ConfirmDialog
      wide
      title={t('leaving.title', { count: unsent.length })}
      confirm={t('leaving.leave')}
      cancel={t('leaving.stay')}
      onConfirm={() => void remove()}
      onClose={onStay}
    >
      <p>{t('leaving.text')}</p>
      <Entries label={t('reports.title')}>
        {unsent.map((report) => (
          <Entry
            key={report.key}
            name={nameOfUnsent(report)}
            details={report.plant.name}
            actions={
              <Button
                variant="default"
                aria-label={`${t('reports.save')}: ${nameOfUnsent(report)}`}
                onClick={() => void save(report)}
              >
                {t('reports.save')}
              </Button>
            }
          />
        ))}
      </Entries>
    </ConfirmDialog>
  );
}
