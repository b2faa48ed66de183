import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import type { ConfiguredAttribute, DeviceDetails } from '../../../configured.contract.ts';
import { EntityFields, FormNotices } from '../forms/EntityFields.tsx';
import { ATTRIBUTE_FIELDS } from '../forms/entities.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { addAttribute, fetchDetails, patchAttribute } from '../writes.ts';

interface Props {
  details: DeviceDetails;
  /** Null for a new one. */
  attribute: ConfiguredAttribute | null;
  onClose: () => void;
}

/** A new attribute's fields; most devices keep their texts in holding registers. */
const NEW = { name: '', function_code: 3, address: '', length: 8, swapped: false, version: 0 };

type Form = typeof NEW | ConfiguredAttribute;

function useAttributeForm({ details, attribute, onClose }: Props) {
  const company = useCompany().id_client;
  const device_id = details.device.id;
  const own = (all: DeviceDetails): Form => {
    return all.attributes.find(({ id }) => id === attribute?.id) ?? NEW;
  };
  return useEntityForm<Form>({
    fields: ATTRIBUTE_FIELDS,
    entity: own(details),
    save: async (change, version) => {
      if (attribute) return own(await patchAttribute(company, attribute.id, { ...change, version }));
      const { version: _, ...base } = NEW;
      const body = { ...base, ...change, device_id };
      return own(await addAttribute(company, body as unknown as Parameters<typeof addAttribute>[1]));
    },
    reload: async () => own(await fetchDetails(company, device_id)),
    onSaved: onClose,
  });
}

/** Where a string lies in the device. */
export function AttributeDialog(props: Props) {
  const { attribute, onClose } = props;
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const form = useAttributeForm(props);
  return (
    <Dialog
      title={attribute ? t('attributes.edit', { name: attribute.name }) : t('attributes.add')}
      size={560}
      keeps
      onClose={onClose}
    >
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <FormNotices form={form} fields={ATTRIBUTE_FIELDS} />
        <EntityFields form={form} fields={ATTRIBUTE_FIELDS} placeholders={{ name: 'firmware' }} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={form.busy} disabled={!form.dirty}>
            {tc('save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
