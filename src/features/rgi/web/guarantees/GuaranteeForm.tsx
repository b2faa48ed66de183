import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { GUARANTEE_PERIODS, type GuaranteePeriod } from '../../guarantee.model.ts';
import { type Guarantee, guaranteesCalls } from '../../guarantees.contract.ts';

interface Fields {
  name: string;
  period: GuaranteePeriod;
  from_on: string | null;
  to_on: string | null;
  guaranteed_pct: number | null;
  leaves_out_closed: boolean;
  leaves_out_causes: boolean;
  penalty_eur_per_point: number | null;
  penalty_most_eur: number | null;
  note: string;
}
interface NewFields extends Fields {
  proj_code: string;
}

function GuaranteeFields({ plant_name }: { plant_name: string }) {
  const { t } = useTranslation('rgi');
  return (
    <>
      <FieldGroup title={plant_name}>
        <TextField name="name" label={t('guarantee.name')} required />
        <NumberField name="guaranteed_pct" label={t('guarantee.guaranteed')} unit="%" required />
        <SelectField
          name="period"
          label={t('guarantee.period')}
          options={GUARANTEE_PERIODS.map((value) => ({ value, label: t(`guarantee.over.${value}`) }))}
        />
        <DateField name="from_on" label={t('field.from_on')} required />
        <DateField name="to_on" label={t('field.to_on')} />
      </FieldGroup>
      <FieldGroup title={t('guarantee.left_out')}>
        <SwitchField name="leaves_out_closed" label={t('guarantee.leaves_out_closed')} />
        <SwitchField name="leaves_out_causes" label={t('guarantee.leaves_out_causes')} />
      </FieldGroup>
      <FieldGroup title={t('guarantee.penalty')}>
        <NumberField name="penalty_eur_per_point" label={t('guarantee.penalty_eur_per_point')} unit="€" />
        <NumberField name="penalty_most_eur" label={t('guarantee.penalty_most_eur')} unit="€" />
        <TextAreaField name="note" label={t('guarantee.note')} />
      </FieldGroup>
    </>
  );
}

interface NewProps {
  proj_code: string;
  plant_name: string;
  today: string;
  onClose: () => void;
}

/** A new guaranteed availability of a plant. */
export function NewGuaranteeForm({ proj_code, plant_name, today, onClose }: NewProps) {
  const { t } = useTranslation('rgi');
  const form = useRecordForm<typeof guaranteesCalls.create, NewFields>({
    call: guaranteesCalls.create,
    record: {
      proj_code,
      name: '',
      period: 'month',
      from_on: `${today.slice(0, 4)}-01-01`,
      to_on: null,
      guaranteed_pct: null,
      leaves_out_closed: true,
      leaves_out_causes: true,
      penalty_eur_per_point: null,
      penalty_most_eur: null,
      note: '',
    },
    words: 'rgi',
    draft: `guarantees:new:${proj_code}`,
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('guarantee.add')} onClose={onClose}>
      <GuaranteeFields plant_name={plant_name} />
    </FormDrawer>
  );
}

/** A stored one; its plant stays. */
export function EditGuarantee({ guarantee, onClose }: { guarantee: Guarantee; onClose: () => void }) {
  const { t } = useTranslation('rgi');
  const form = useRecordForm<typeof guaranteesCalls.update, Guarantee, Fields>({
    call: guaranteesCalls.update,
    params: { id: String(guarantee.id) },
    record: guarantee,
    toValues: ({ id: _, proj_code: __, plant_name: ___, version: ____, ...fields }) => fields,
    words: 'rgi',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('edit_of', { name: guarantee.name })} onClose={onClose}>
      <GuaranteeFields plant_name={guarantee.plant_name} />
    </FormDrawer>
  );
}
