import { Text } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { MAX_DATES } from '../../maintenance-plans.contract.ts';
import { requestWorkCalls } from '../../maintenance-requests.contract.ts';
import { maintenanceTypesCalls } from '../../maintenance-types.contract.ts';
import { checklistTemplatesCalls } from '../../outside-firms.contract.ts';
import { PLAN_RULES } from '../../plans.model.ts';
import { ESTIMATES_MIN, PRIORITIES } from '../../request-states.model.ts';
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
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: types = [] } = useCall(maintenanceTypesCalls.list);
  const type_id = form.watch('type_id');
  // A retired type is offered where it is chosen already.
  const offered = types.filter(({ id, retired }) => !retired || id === type_id);
  const { data: templates = [] } = useCall(checklistTemplatesCalls.list);
  return (
    <FieldGroup title={t('form.work')}>
      <SelectField
        name="proj_code"
        label={tr('form.plant')}
        searchable
        required
        closed={fixed}
        placeholder={tr('form.choose_plant')}
        nothingFound={tr('form.none_found')}
        options={plants.map(({ proj_code: value, name }) => ({ value, label: `${name} · ${value}` }))}
        onChosen={() => form.setValue('assigned', null)}
      />
      <TextField name="name" label={t('field.name')} description={t('form.name_hint')} required />
      <SelectField
        name="type_id"
        label={tr('form.type')}
        none={tr('form.no_type')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="priority"
        label={tr('form.priority')}
        options={PRIORITIES.map((value) => ({ value, label: tr(`request.priority.${value}`) }))}
      />
      <SelectField
        name="template_id"
        label={t('field.template_id')}
        none={tr('form.no_template')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextAreaField name="description" label={tr('form.description')} maxLength={4000} />
    </FieldGroup>
  );
}

/** Who does it, and how long it takes. */
export function PeopleFields({ form, isNew }: Props & { isNew: boolean }) {
  const { t } = useTranslation('plans');
  const { t: tr } = useTranslation('requests');
  const proj_code = form.watch('proj_code');
  const { data } = useCall(requestWorkCalls.assignees, proj_code === null ? null : { query: { proj_code } });
  const people = data?.colleagues.map(({ user_id, name }) => ({
    value: `u${user_id}`,
    label: tr('form.colleague', { name }),
  }));
  const firms = data?.firms.map(({ id, name }) => ({ value: `f${id}`, label: tr('form.firm', { name }) }));
  return (
    <FieldGroup title={t('form.who')}>
      <SelectField
        name="assigned"
        label={tr('form.assigned')}
        searchable
        none={tr('form.nobody')}
        nothingFound={tr('form.none_found')}
        options={[...(people ?? []), ...(firms ?? [])]}
      />
      <SelectField
        name="estimated_min"
        label={tr('form.estimate')}
        none={tr('form.no_estimate')}
        options={ESTIMATES_MIN.map((value) => ({ value, label: tr(`estimate.${value}`) }))}
      />
      {!isNew && <SwitchField name="active" label={t('field.active')} description={t('form.active_hint')} />}
    </FieldGroup>
  );
}
