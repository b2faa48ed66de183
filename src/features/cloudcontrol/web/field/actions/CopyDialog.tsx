import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../changes.contract.ts';
import { DEVICE_FIELDS, pick } from '../forms/entities.model.ts';
import { SettingFields } from '../forms/SettingFields.tsx';
import { useUnitQuestion } from '../forms/use-unit-question.ts';
import { placedOf, sameUnit } from '../home/home.model.ts';
import { useDeviceTree } from '../use-devices.ts';
import { copyDevice } from '../writes.ts';

const NEW = { short_name: '', unit_id: null as number | null, serial_number: null as string | null };

interface Props {
  device: { id: number; name: string; unit_id: number | null };
  onCopied: (id: number) => void;
  onClose: () => void;
}

/** Makes a device like another one, with its variables; name, number and serial number are its own. */
export function CopyDialog({ device, onCopied, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const placed = placedOf(useDeviceTree().data ?? []).find((one) => one.device.id === device.id);
  const { askOfUnit, question } = useUnitQuestion();
  const form = useRecordForm({
    call: changesCalls.copyDevice,
    record: NEW,
    toBody: ({ short_name }, changed) => ({ ...changed, short_name }),
    send: (body) => copyDevice(company, device.id, body),
    confirm: ({ unit_id }) => askOfUnit(unit_id, sameUnit(placed?.port, unit_id)),
    words: 'field',
    onSaved: (copy) => onCopied(copy.device.id),
  });
  const title = t('copy.title', { name: device.name });
  return (
    <>
      {question}
      <FormDialog form={form} title={title} size={480} submit={t('copy.confirm')} onClose={onClose}>
        <p className="muted">{t('copy.text')}</p>
        <SettingFields fields={pick(DEVICE_FIELDS, 'short_name', 'unit_id', 'serial_number')} />
      </FormDialog>
    </>
  );
}
