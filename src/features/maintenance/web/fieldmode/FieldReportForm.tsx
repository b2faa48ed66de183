import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { FormFooter } from '../../../../shared/web/forms/FormPage.tsx';
import type { FormDraft } from '../../../../shared/web/forms/use-draft.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { maintenanceReportsCalls } from '../../maintenance-reports.contract.ts';
import { fieldOf, timeFaults, type WorkValues } from '../reports/form.model.ts';
import { WorkFields } from '../reports/WorkFields.tsx';
import { FieldPhotos } from './FieldPhotos.tsx';
import { bodyOfReport, type FieldReport } from './field-mode.model.ts';
import { putReport } from './field-store.ts';

const nothing = () => undefined;
/** Whatever is typed is on the device at once: nobody is asked before the form is left, and nothing has to be offered. */
const KEPT_HERE: FormDraft = { offered: null, outdated: false, kept: true, use: nothing, discard: nothing };

/** The browser's database refuses with an exception of its own, most often because the device is full. */
function assertKept(fault: unknown): never {
  if (!(fault instanceof DOMException)) throw fault;
  throw new CallError(400, { errors: [{ path: '', message: '', code: 'device_full' }] });
}

interface Props {
  report: FieldReport;
  /** It waits to be sent. */
  onQueued: () => Promise<void>;
}

/** The fields that every report has, and its photos; judged as the portal judges them, and kept while they are written. */
export function FieldReportForm({ report, onQueued }: Props) {
  const { t } = useTranslation('fieldmode');
  const queued = useRef(false);
  const [isFull, setIsFull] = useState(false);
  const written = (values: WorkValues): FieldReport => ({
    ...report,
    values,
    place: 'writing',
    refusal: null,
    changed_at: Date.now(),
  });
  const form = useRecordForm<typeof maintenanceReportsCalls.create, FieldReport, WorkValues>({
    call: maintenanceReportsCalls.create,
    record: report,
    words: 'reports',
    fieldOf,
    quiet: true,
    toValues: ({ values }) => values,
    // What the portal would refuse later is said here, where it can still be mended.
    check: (values) => timeFaults(values, { started: '', ended: '' }, report.plant.time_zone),
    toBody: (values) => bodyOfReport({ ...report, values }),
    send: async () => {
      // What is typed no more is not put back into the making.
      queued.current = true;
      await putReport({ ...written(form.form.getValues()), place: 'waiting' }).catch((fault: unknown) => {
        queued.current = false;
        assertKept(fault);
      });
    },
    onSaved: onQueued,
  });
  const keepTyped = useRef<(values: WorkValues) => void>(nothing);
  keepTyped.current = (values) => {
    if (queued.current) return;
    putReport(written(values)).then(
      () => setIsFull(false),
      (fault: unknown) => {
        if (!(fault instanceof DOMException)) throw fault;
        setIsFull(true);
      },
    );
  };
  useEffect(
    () =>
      form.form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepTyped.current(values),
      }),
    [form.form],
  );
  const kept = { ...form, draft: KEPT_HERE };
  return (
    <FormFrame form={kept} label={t('report.title')}>
      {isFull && <FormError>{t('report.full')}</FormError>}
      <WorkFields signed="" />
      <FieldPhotos of={() => written(form.form.getValues())} id={report.key} />
      <FormFooter form={kept} submit={t('report.done')} text={t('report.kept')} />
    </FormFrame>
  );
}
