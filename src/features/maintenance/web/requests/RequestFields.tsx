import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { instantOfWall } from '../../../../shared/web/charts/wall-time.ts';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { MAX_CHECKS } from '../../maintenance-requests.contract.ts';
import {
  AssigneeField,
  DevicesField,
  EstimateField,
  PlantField,
  PriorityField,
  TemplateField,
  TypeField,
} from '../work-fields.tsx';
import { DowntimePicker } from '../work-pickers.tsx';
import type { FormValues } from './form.model.ts';

/** Work of a day is to be done by then, as a plan means it, too. */
const USUAL_DUE = '18:00';

interface Props {
  form: UseFormReturn<FormValues>;
}

/** What is to be done, and where; the plant of a stored request stays. */
export function WhatFields({ form, fixed }: Props & { fixed: boolean }) {
  const { t } = useTranslation('requests');
  const [proj_code, type_id, downtime_id] = form.watch(['proj_code', 'type_id', 'downtime_id']);
  return (
    <FieldGroup title={t('form.what')}>
      <PlantField
        fixed={fixed}
        onChosen={() => {
          form.setValue('device_ids', []);
          form.setValue('downtime_id', null);
          form.setValue('assigned', null);
        }}
      />
      <TextField name="title" label={t('form.title')} required />
      <DevicesField proj_code={proj_code} />
      <DowntimePicker proj_code={proj_code} chosen={downtime_id} />
      <TypeField chosen={type_id} />
      <PriorityField />
      <TextAreaField name="description" label={t('form.description')} maxLength={4000} />
    </FieldGroup>
  );
}

/** Until when; a time that is over is allowed, and said beside the field. */
function DueField({ due, zone }: { due: string; zone: string }) {
  const { t } = useTranslation('requests');
  const now = useNow(60_000);
  const at = due === '' ? undefined : instantOfWall(due, zone);
  return (
    <div>
      <DateTimeField name="due" label={t('form.due')} description={t('form.due_clock')} usual={USUAL_DUE} />
      {at !== undefined && at < now && <Note tone="warning">{t('form.due_past')}</Note>}
    </div>
  );
}

/** Who does it, until when, and how it is sent there. */
export function WhoFields({ form, zone }: Props & { zone: string }) {
  const { t } = useTranslation('requests');
  const [proj_code, assigned, due] = form.watch(['proj_code', 'assigned', 'due']);
  const by_sms = form.watch('send_by_sms');
  return (
    <FieldGroup title={t('form.who')}>
      <AssigneeField proj_code={proj_code} />
      <DueField due={due} zone={zone} />
      <EstimateField />
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
  return (
    <>
      {isNew && <TemplateField label={t('form.template')} />}
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
