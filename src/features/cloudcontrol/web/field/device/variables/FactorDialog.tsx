import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../../../shared/web/forms/fields/NumberField.tsx';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../../changes.contract.ts';

interface Props {
  count: number;
  onFactor: (factor: number) => void;
  onClose: () => void;
}

/** One factor for several variables. */
export function FactorDialog({ count, onFactor, onClose }: Props) {
  const { t } = useTranslation('field');
  const form = useRecordForm({
    call: changesCalls.changeVariable,
    record: { factor: null },
    send: async ({ factor }) => factor !== undefined && onFactor(factor),
    words: 'field',
    quiet: true,
  });
  return (
    <FormDialog form={form} title={t('bulk.factor', { count })} size={400} small onClose={onClose}>
      <NumberField name="factor" label={t('fields.factor')} />
    </FormDialog>
  );
}
