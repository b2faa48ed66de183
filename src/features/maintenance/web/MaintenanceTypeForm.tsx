import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type MaintenanceType, maintenanceTypesCalls } from '../maintenance-types.contract.ts';

/** Makes or changes a maintenance type. */
export function MaintenanceTypeForm({ row, onClose }: { row: MaintenanceType | null; onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const form = useRecordForm({
    call: row ? maintenanceTypesCalls.update : maintenanceTypesCalls.create,
    ...(row && { params: { id: String(row.id) } }),
    record: row ?? { name: '', description: '' },
    words: 'maintenance',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={row ? row.name : t('types.create')} onClose={onClose}>
      <TextField name="name" label={t('types.name')} required data-autofocus />
      <TextAreaField name="description" label={t('types.description')} />
    </FormDialog>
  );
}
