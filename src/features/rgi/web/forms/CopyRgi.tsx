import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { type RgiDetail, rgiCalls } from '../../rgi.contract.ts';
import type { PlantChoice } from './RgiForm.tsx';
import { useRgiMessages } from './use-rgi-messages.ts';

interface Props {
  entry: RgiDetail;
  plants: readonly PlantChoice[];
  onClose: () => void;
}

/** The same periods for other plants whose clocks go alike, for all of them or for none. */
export function CopyRgi({ entry, plants, onClose }: Props) {
  const { t } = useTranslation('rgi');
  const { name, items, proj_code, time_zone } = entry;
  const form = useRecordForm<typeof rgiCalls.create, { also: string[] }>({
    call: rgiCalls.create,
    record: { also: [] },
    toBody: ({ also: [first = '', ...also] }) => ({ proj_code: first, also, name, items }),
    fieldOf: () => 'also',
    fromAnswer: () => ({ also: [] }),
    words: useRgiMessages(),
    onSaved: onClose,
  });
  const others = plants.filter((one) => one.proj_code !== proj_code && one.time_zone === time_zone);
  return (
    <FormDialog
      form={form}
      title={t('copy.title', { name: name || t('unnamed') })}
      submit={t('copy.do')}
      small
      onClose={onClose}
    >
      <Muted>{t('copy.hint', { count: items.length, zone: time_zone })}</Muted>
      <MultiSelectField
        name="also"
        label={t('copy.plants')}
        options={others.map((one) => ({
          value: one.proj_code,
          label: `${one.name} · ${one.proj_code}`,
        }))}
      />
    </FormDialog>
  );
}
