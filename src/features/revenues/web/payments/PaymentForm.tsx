import { useTranslation } from 'react-i18next';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { type ReceivedPayment, receivedPaymentsCalls } from '../../payments.contract.ts';
import { PAID_KINDS, PAYMENT_ENTRIES, type PaidKind, type PaymentEntry } from '../../payments.model.ts';

interface Fields {
  month: string;
  entry: PaymentEntry;
  kind: PaidKind | null;
  amount_eur: number | null;
  paid_on: string | null;
  reference: string;
  note: string;
}

interface MonthName {
  readonly value: string;
  readonly label: string;
}

function PaymentFields({ months }: { months: readonly MonthName[] }) {
  const { t } = useTranslation('revenues');
  return (
    <FieldGroup title={t('payments.title')}>
      <SelectField name="month" label={t('payments.month')} required options={[...months]} />
      <SelectField
        name="entry"
        label={t('payments.entry')}
        options={PAYMENT_ENTRIES.map((value) => ({ value, label: t(`payments.entries.${value}`) }))}
      />
      <NumberField name="amount_eur" label={t('payments.amount')} unit="€" required />
      <SelectField
        name="kind"
        label={t('payments.kind')}
        none={t('payments.all')}
        options={PAID_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <DateField name="paid_on" label={t('payments.paid_on')} />
      <TextField name="reference" label={t('payments.reference')} />
      <TextAreaField name="note" label={t('payments.note')} />
    </FieldGroup>
  );
}

interface NewProps {
  proj_code: string;
  months: readonly MonthName[];
  month: string;
  onClose: () => void;
}

/** A payment that came, or a difference that is accepted. */
export function NewPaymentForm({ proj_code, months, month, onClose }: NewProps) {
  const { t } = useTranslation('revenues');
  const form = useRecordForm<typeof receivedPaymentsCalls.create, Fields & { proj_code: string }>({
    call: receivedPaymentsCalls.create,
    record: {
      proj_code,
      month,
      entry: 'payment',
      kind: null,
      amount_eur: null,
      paid_on: null,
      reference: '',
      note: '',
    },
    words: 'revenues',
    draft: `payments:new:${proj_code}`,
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('payments.add')} onClose={onClose}>
      <PaymentFields months={months} />
    </FormDrawer>
  );
}

interface EditProps {
  payment: ReceivedPayment;
  months: readonly MonthName[];
  onClose: () => void;
}

export function EditPayment({ payment, months, onClose }: EditProps) {
  const { t } = useTranslation('revenues');
  const monthName = useMonthName();
  const form = useRecordForm<typeof receivedPaymentsCalls.update, ReceivedPayment, Fields>({
    call: receivedPaymentsCalls.update,
    params: { id: String(payment.id) },
    record: payment,
    toValues: ({ id: _, proj_code: __, source: ___, version: ____, ...fields }) => fields,
    words: 'revenues',
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title={t('payments.edit_of', { month: monthName(payment.month) })}
      onClose={onClose}
    >
      <PaymentFields months={months} />
    </FormDrawer>
  );
}
