import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { FieldGrid } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { PlaceField } from '../../../shared/web/forms/fields/PlaceField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';

/** What a person says of a box. */
export function BoxForm({ box, onClose }: { box: Box; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: boxesCalls.change,
    params: { id: String(box.id) },
    record: box,
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('box.edit')} onClose={onClose}>
      <TextField name="name" label={t('box.name')} maxLength={120} />
      <FieldGrid min={200}>
        <TextField name="pod" label={t('box.pod')} maxLength={20} />
        <TextField name="supply_code" label={t('box.supply_code')} maxLength={40} />
      </FieldGrid>
      <SwitchField name="auto_mode" label={t('box.auto_mode')} />
      <SwitchField name="enabled" label={t('box.enabled')} />
      <PlaceField />
    </FormDrawer>
  );
}
