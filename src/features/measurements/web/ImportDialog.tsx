import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { invalidateCompany } from '../../../shared/web/api/topic-cache.ts';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { tableBlob } from '../../../shared/web/files/table-files.ts';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { type ImportPreview, measurementsCalls, type Progress } from '../measurements.contract.ts';
import { useFaultLabels } from './fault-words.ts';
import { ImportDrop } from './ImportDrop.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportReview } from './ImportReview.tsx';
import type { ImportDialogProps } from './import-dialog-props.ts';
import { RecentImports } from './RecentImports.tsx';

/** Takes a file, shows how it is understood, lets a person correct it, and stores it: drop, review, progress. */
export function ImportDialog({ device, proj_code, zone, onClose }: ImportDialogProps) {
  const { t } = useTranslation('measurements');
  const { ofError } = useFaultLabels();
  const company = useCompany().id_client;
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [started, setStarted] = useState<Progress | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) =>
      send(measurementsCalls.createImport, {
        query: { device_id: String(device.device_id), file_name: file.name.slice(0, 200) },
        body: await tableBlob(file),
        company,
      }),
    onSuccess: setPreview,
  });
  const run = useSend(measurementsCalls.runImport, { onDone: setStarted });
  const startAnew = () => {
    upload.reset();
    run.reset();
    setStarted(null);
    setPreview(null);
  };
  const close = () => {
    // Figures and charts of the past may have changed with what was stored.
    if (started) void invalidateCompany(company);
    onClose();
  };
  return (
    <Dialog
      title={t('import.title', { device: device.short_name })}
      size={preview && !started ? 1040 : 640}
      onClose={close}
    >
      {!preview && (
        <ImportDrop
          busy={upload.isPending}
          fault={upload.error ? t('import.refused', { detail: ofError(upload.error) }) : null}
          onFile={(file) => upload.mutate(file)}
        />
      )}
      {!preview && <RecentImports proj_code={proj_code} zone={zone} />}
      {preview && !started && (
        <ImportReview
          preview={preview}
          device={device}
          zone={zone}
          starting={run.isPending}
          fault={run.error ? t('import.run_failed', { detail: ofError(run.error) }) : null}
          onPreview={setPreview}
          onOtherFile={startAnew}
          onRun={(mapping) => run.mutate({ params: { id: String(preview.id) }, body: mapping })}
        />
      )}
      {started && (
        <ImportProgress
          started={started}
          device={device.short_name}
          onAgain={() => setStarted(null)}
          onOtherFile={startAnew}
          onClose={close}
        />
      )}
    </Dialog>
  );
}
