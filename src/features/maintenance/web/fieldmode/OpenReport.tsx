import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { FieldRequest } from '../../field-mode.contract.ts';
import { FieldPhotos } from './FieldPhotos.tsx';
import { FieldReportForm } from './FieldReportForm.tsx';
import { type FieldReport, type Kept, nameOfUnsent, remedied } from './field-mode.model.ts';
import { putReport } from './field-store.ts';
import { blankReport, takeBack } from './taking-back.ts';
import type { FieldModeState } from './use-field-mode.ts';

interface Props {
  id: string;
  request: FieldRequest | undefined;
  kept: Kept | null;
  mode: FieldModeState;
}

/** The report of that key, or a new one of the request; undefined until it is known, null where there is neither. */
function useReport({ id, request, kept }: Props): FieldReport | null | undefined {
  const [stored, setStored] = useState<FieldReport | null>();
  useEffect(() => {
    void takeBack(id).then(setStored);
  }, [id]);
  const plant = kept?.answer.plants.find(({ proj_code }) => proj_code === request?.proj_code);
  const [begun] = useState(() =>
    request && plant && kept ? blankReport({ key: id, request, plant, kept }) : null,
  );
  return stored === null ? begun : stored;
}

/** The portal has the report, and not all of its photos yet. */
function Photos({ report, onSend }: { report: FieldReport; onSend: () => Promise<void> }) {
  const { t } = useTranslation('fieldmode');
  return (
    <>
      <Muted>{t('report.photos_left')}</Muted>
      <FieldPhotos of={() => report} id={report.key} />
      <div>
        <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={() => void onSend()}>
          {t('reports.again')}
        </Button>
      </div>
    </>
  );
}

/** A report in the making: kept on the device while it is written, sent when its author says so. */
export function OpenReport(props: Props) {
  const { t } = useTranslation('fieldmode');
  const navigate = useNavigate();
  const { kept, mode } = props;
  const report = useReport(props);
  const { renew } = mode;
  const renewed = useRef(renew);
  renewed.current = renew;
  // What was written here is in the list as soon as that is seen.
  useEffect(() => () => void renewed.current(), []);
  const leave = async () => {
    await renew();
    await navigate({ to: '/apps/asset/field-mode' });
    mode.ask();
  };
  const back = <BackLink to="/apps/asset/field-mode">{t('requests.back')}</BackLink>;
  if (report === undefined || (report === null && !mode.kept)) return <Waiting heights={[36, 220, 220]} />;
  if (report === null) return <EmptyState page title={t('report.gone')} action={back} />;
  return (
    <>
      <div>
        {back}
        <h1>{nameOfUnsent(report)}</h1>
        <Muted>
          {t('report.of', { plant: report.plant.name, company: kept?.company.name ?? report.company.name })}
        </Muted>
      </div>
      {report.report_id === null ? (
        <FieldReportForm
          report={report}
          onQueued={async () => {
            toast.done(t('report.queued'));
            await leave();
          }}
        />
      ) : (
        <Photos
          report={report}
          onSend={async () => {
            await putReport(remedied(report));
            await leave();
          }}
        />
      )}
    </>
  );
}
