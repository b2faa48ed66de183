import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { DateField } from '../../../shared/web/forms/fields/DateField.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type PodPrice, pricesCalls } from '../prices.contract.ts';

interface NewValues {
  pod: string;
  from_day: string | null;
  eur_kwh: number | null;
}

function PriceFields() {
  const { t } = useTranslation('lighting');
  return (
    <>
      <DateField name="from_day" label={t('prices.from_day')} required />
      <NumberField name="eur_kwh" label={t('prices.eur_kwh')} required />
    </>
  );
}

/** A price of a supply point that has none from this day on yet. */
export function NewPrice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm<typeof pricesCalls.create, NewValues>({
    call: pricesCalls.create,
    record: { pod: '', from_day: null, eur_kwh: null },
    fromAnswer: ({ pod }) => ({ pod, from_day: null, eur_kwh: null }),
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('prices.add')} onClose={onClose}>
      <TextField name="pod" label={t('box.pod')} maxLength={20} required />
      <PriceFields />
    </FormDialog>
  );
}

/** A price that is stored; its supply point stays. */
export function EditPrice({ price, onClose }: { price: PodPrice; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: pricesCalls.change,
    params: { id: String(price.id) },
    record: price,
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={`${t('prices.edit')} · ${price.pod}`} onClose={onClose}>
      <PriceFields />
    </FormDialog>
  );
}
