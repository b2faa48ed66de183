import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { MultiSelectField } from '../../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { catalogueCalls } from '../../../catalogue.contract.ts';
import { useParameters } from '../use-devices.ts';
import { fetchDetails } from '../writes.ts';

interface Props {
  device: { id: number; version: number; short_name: string };
  chosen: readonly number[];
  onClose: () => void;
}

interface Tagged {
  tag_ids: readonly number[];
  version: number;
}

/** Gives a device its tags. */
export function TagsDialog({ device, chosen, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const tags = useParameters().data?.tags ?? [];
  const form = useRecordForm({
    call: catalogueCalls.setDeviceTags,
    params: { id: String(device.id) },
    record: { tag_ids: chosen, version: device.version } as Tagged,
    fromAnswer: ({ version, tags: stored }): Tagged => ({ version, tag_ids: stored.map(({ id }) => id) }),
    words: 'field',
    onSaved: async () => {
      await fetchDetails(company, device.id);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('tags.title', { name: device.short_name })} size={460} onClose={onClose}>
      <MultiSelectField
        name="tag_ids"
        label={t('actions.tags')}
        description={tags.length === 0 ? t('tags.none') : undefined}
        options={tags.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
