import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';

/** Makes or changes a downtime cause. */
export function DowntimeCauseForm({ row, onClose }: { row: DowntimeCause | null; onClose: () => void }) {
  const { t } = useTranslation('downtimes');
  const form = useRecordForm({
    call: row ? downtimeCausesCalls.update : downtimeCausesCalls.create,
    ...(row && { params: { id: String(row.id) } }),
    record: row ?? { name: '', description: '' },
    words: 'downtimes',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={row ? row.name : t('causes.create')} onClose={onClose}>
      <TextField name="name" label={t('causes.name')} required data-autofocus />
      <TextAreaField name="description" label={t('causes.description')} />
    </FormDialog>
  );
}
