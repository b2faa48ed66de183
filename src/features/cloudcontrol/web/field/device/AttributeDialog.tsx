import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { onlyChanged } from '../../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../changes.contract.ts';
import type { ConfiguredAttribute, DeviceDetails } from '../../../configured.contract.ts';
import { ATTRIBUTE_FIELDS } from '../forms/entities.model.ts';
import { SettingFields } from '../forms/SettingFields.tsx';
import { addAttribute, patchAttribute } from '../writes.ts';

interface Props {
  details: DeviceDetails;
  onClose: () => void;
}

/** A new attribute's fields; most devices keep their texts in holding registers. */
const NEW = { name: '', function_code: 3, address: null, length: 8, swapped: false };

/** Adds a string that is read from the device. */
export function NewAttribute({ details, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: changesCalls.addAttribute,
    record: NEW,
    toBody: (values) => ({ ...values, device_id: details.device.id }),
    send: (body) => addAttribute(company, body),
    savedAs: ({ name }) => name,
    words: 'field',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('attributes.add')} onClose={onClose}>
      <SettingFields fields={ATTRIBUTE_FIELDS} placeholders={{ name: 'firmware' }} />
    </FormDialog>
  );
}

/** Where a string lies in the device. */
export function EditAttribute({ attribute, onClose }: Props & { attribute: ConfiguredAttribute }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: changesCalls.changeAttribute,
    record: attribute,
    toBody: onlyChanged,
    fromAnswer: ({ attributes }) => attributes.find(({ id }) => id === attribute.id) ?? attribute,
    send: (body) => patchAttribute(company, attribute.id, body),
    savedAs: ({ name }) => name,
    words: 'field',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('attributes.edit', { name: attribute.name })} onClose={onClose}>
      <SettingFields fields={ATTRIBUTE_FIELDS} />
    </FormDialog>
  );
}
