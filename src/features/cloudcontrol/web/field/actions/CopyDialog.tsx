import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import { useDeviceTree } from '../configuration.api.ts';
import { EntityFields, FormNotices } from '../forms/EntityFields.tsx';
import { UNIT_FIELD } from '../forms/entities.model.ts';
import { type Field, parseField } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { useUnitQuestion } from '../forms/use-unit-question.tsx';
import { placedOf, sameUnit } from '../home/home.model.ts';
import { copyDevice } from '../writes.ts';

const FIELDS: readonly Field[] = [
  { name: 'short_name', kind: 'text', required: true, long: 40 },
  UNIT_FIELD,
  { name: 'serial_number', kind: 'text', nullable: true, long: 80 },
];

interface Props {
  device: { id: number; name: string; unit_id: number | null };
  onCopied: (id: number) => void;
  onClose: () => void;
}

/** Makes a device like another one, with its variables; name, number and serial number are its own. */
export function CopyDialog({ device, onCopied, onClose }: Props) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const blank = { short_name: '', unit_id: null, serial_number: null, version: 0 };
  const form = useEntityForm<typeof blank>({
    fields: FIELDS,
    entity: blank,
    save: async (change) => {
      const body = { short_name: '', ...change };
      const copy = await copyDevice(company, device.id, body as Parameters<typeof copyDevice>[2]);
      onCopied(copy.device.id);
      return blank;
    },
    reload: async () => blank,
  });
  const placed = placedOf(useDeviceTree().data ?? []).find((one) => one.device.id === device.id);
  const { ask, question } = useUnitQuestion();
  const submit = () => {
    const typed = parseField(UNIT_FIELD, form.typed.unit_id);
    const unit = 'value' in typed && typeof typed.value === 'number' ? typed.value : null;
    ask({ unit: unit ?? 0, names: sameUnit(placed?.port, unit), save: () => void form.submit() });
  };
  return (
    <>
      {question}
      <Dialog title={t('copy.title', { name: device.name })} size={480} keeps onClose={onClose}>
        <form
          noValidate
          className={forms.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p className="muted">{t('copy.text')}</p>
          <FormNotices form={form} fields={FIELDS} />
          <EntityFields form={form} fields={FIELDS} />
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              {tc('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('copy.confirm')}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}
