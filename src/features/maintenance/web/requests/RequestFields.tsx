import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { MAX_CHECKS, requestWorkCalls } from '../../maintenance-requests.contract.ts';
import { maintenanceTypesCalls } from '../../maintenance-types.contract.ts';
import { checklistTemplatesCalls } from '../../outside-firms.contract.ts';
import { ESTIMATES_MIN, PRIORITIES } from '../../request-states.model.ts';
import type { FormValues } from './form.model.ts';

interface Props {
  form: UseFormReturn<FormValues>;
}

/** What is to be done, and where; the plant of a stored request stays. */
export function WhatFields({ form, fixed }: Props & { fixed: boolean }) {
  const { t } = useTranslation('requests');
  const [proj_code, type_id] = form.watch(['proj_code', 'type_id']);
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: types = [] } = useCall(maintenanceTypesCalls.list);
  // A retired type is offered where it is chosen already.
  const offered = types.filter(({ id, retired }) => !retired || id === type_id);
  const { data: devices = [] } = useCall(
    plantsCalls.devicesName,
    proj_code === null ? null : { query: { proj_code } },
  );
  return (
    <FieldGroup title={t('form.what')}>
      <SelectField
        name="proj_code"
        label={t('form.plant')}
        searchable
        required
        closed={fixed}
        placeholder={t('form.choose_plant')}
        nothingFound={t('form.none_found')}
        options={plants.map(({ proj_code: value, name }) => ({ value, label: `${name} · ${value}` }))}
        onChosen={() => {
          form.setValue('device_ids', []);
          form.setValue('assigned', null);
        }}
      />
      <TextField name="title" label={t('form.title')} required />
      <MultiSelectField
        name="device_ids"
        label={t('form.devices')}
        placeholder={t('form.choose_devices')}
        nothingFound={t('form.none_found')}
        options={devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
      />
      <SelectField
        name="type_id"
        label={t('form.type')}
        none={t('form.no_type')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="priority"
        label={t('form.priority')}
        options={PRIORITIES.map((value) => ({ value, label: t(`request.priority.${value}`) }))}
      />
      <TextAreaField name="description" label={t('form.description')} maxLength={4000} />
    </FieldGroup>
  );
}

/** Who does it, until when, and how it is sent there. */
export function WhoFields({ form }: Props) {
  const { t } = useTranslation('requests');
  const [proj_code, assigned, by_sms] = form.watch(['proj_code', 'assigned', 'send_by_sms']);
  const { data } = useCall(requestWorkCalls.assignees, proj_code === null ? null : { query: { proj_code } });
  const people = data?.colleagues.map(({ user_id, name }) => ({
    value: `u${user_id}`,
    label: t('form.colleague', { name }),
  }));
  const firms = data?.firms.map(({ id, name }) => ({ value: `f${id}`, label: t('form.firm', { name }) }));
  return (
    <FieldGroup title={t('form.who')}>
      <SelectField
        name="assigned"
        label={t('form.assigned')}
        searchable
        none={t('form.nobody')}
        nothingFound={t('form.none_found')}
        options={[...(people ?? []), ...(firms ?? [])]}
      />
      <DateTimeField name="due" label={t('form.due')} description={t('form.due_clock')} />
      <SelectField
        name="estimated_min"
        label={t('form.estimate')}
        none={t('form.no_estimate')}
        options={ESTIMATES_MIN.map((value) => ({ value, label: t(`estimate.${value}`) }))}
      />
      <SwitchField
        name="send_by_email"
        label={t('form.email')}
        description={t('form.email_hint')}
        disabled={assigned === null}
      />
      <SwitchField name="send_by_sms" label={t('form.sms')} disabled={assigned === null} />
      {by_sms && <TextField name="sms_number" label={t('form.number')} description={t('form.number_hint')} />}
    </FieldGroup>
  );
}

/** The lines that are ticked as the work goes on; a new request may begin with those of a checklist. */
export function CheckFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('requests');
  const { data: templates = [] } = useCall(checklistTemplatesCalls.list);
  return (
    <>
      {isNew && templates.length > 0 && (
        <SelectField
          name="template_id"
          label={t('form.template')}
          none={t('form.no_template')}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <RowsField
        name="checklist"
        title={t('form.checklist')}
        blank={{ text: '', done: false }}
        add={t('form.add_line')}
        remove={(place) => t('form.remove_line', { place })}
        none={t('form.no_lines')}
        atMost={MAX_CHECKS}
      >
        {(at) => (
          <TextField name={`${at}.text`} label={t('form.line', { place: Number(at.split('.')[1]) + 1 })} />
        )}
      </RowsField>
    </>
  );
}
