import { Text } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { MAX_DATES } from '../../maintenance-plans.contract.ts';
import { PLAN_RULES } from '../../plans.model.ts';
import {
  AssigneeField,
  EstimateField,
  PlantField,
  PriorityField,
  TemplateField,
  TypeField,
} from '../work-fields.tsx';
import type { PlanValues } from './plan-form.model.ts';

interface Props {
  form: UseFormReturn<PlanValues>;
}

/** When the work is due. */
export function WhenFields({ form }: Props) {
  const { t } = useTranslation('plans');
  const rule = form.watch('rule');
  return (
    <FieldGroup title={t('form.when')}>
      <SelectField
        name="rule"
        label={t('field.rule')}
        options={PLAN_RULES.map((value) => ({ value, label: t(`rule.${value}`) }))}
      />
      {rule !== 'dates' && (
        <NumberField
          name="every_n"
          label={t(`every.${rule}`)}
          {...(rule === 'months' ? {} : { unit: t(`unit.${rule}`) })}
          required
        />
      )}
      <DateField name="start_on" label={t(rule === 'months' ? 'form.first_day' : 'form.from_day')} />
      <NumberField
        name="lead_days"
        label={t('field.lead_days')}
        description={t('form.lead_hint')}
        unit={t('unit.days')}
      />
      {rule === 'dates' && (
        <RowsField
          name="dates"
          title={t('field.dates')}
          blank={{ day: '' }}
          add={t('form.add_date')}
          remove={(place) => t('form.remove_date', { place })}
          none={t('form.no_dates')}
          atMost={MAX_DATES}
        >
          {(at) => (
            <DateField name={`${at}.day`} label={t('form.date', { place: Number(at.split('.')[1]) + 1 })} />
          )}
        </RowsField>
      )}
      {(rule === 'energy' || rule === 'hours') && (
        <Text size="sm" c="dimmed">
          {t(`form.${rule}_hint`)}
        </Text>
      )}
    </FieldGroup>
  );
}

/** What is to be done; the plant of a stored plan stays. */
export function WorkFields({ form, fixed }: Props & { fixed: boolean }) {
  const { t } = useTranslation('plans');
  const { t: tr } = useTranslation('requests');
  return (
    <FieldGroup title={t('form.work')}>
      <PlantField fixed={fixed} onChosen={() => form.setValue('assigned', null)} />
      <TextField name="name" label={t('field.name')} description={t('form.name_hint')} required />
      <TypeField chosen={form.watch('type_id')} />
      <PriorityField />
      <TemplateField label={t('field.template_id')} always />
      <TextAreaField name="description" label={tr('form.description')} maxLength={4000} />
    </FieldGroup>
  );
}

/** Who does it, and how long it takes. */
export function PeopleFields({ form, isNew }: Props & { isNew: boolean }) {
  const { t } = useTranslation('plans');
  return (
    <FieldGroup title={t('form.who')}>
      <AssigneeField proj_code={form.watch('proj_code')} />
      <EstimateField />
      {!isNew && <SwitchField name="active" label={t('field.active')} description={t('form.active_hint')} />}
    </FieldGroup>
  );
}
