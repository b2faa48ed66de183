import { Autocomplete } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { sectionsCalls } from '../../../plants/sections.contract.ts';
import { USUAL_THRESHOLD_PCT } from '../../comparison.model.ts';
import { type EnergyMeter, energyMetersCalls } from '../../meters.contract.ts';
import { METER_ROLES } from '../../meters.model.ts';

type Fields = Pick<
  EnergyMeter,
  | 'section_id'
  | 'model'
  | 'constant_k'
  | 'digits'
  | 'role'
  | 'from_on'
  | 'to_on'
  | 'device_id'
  | 'note'
  | 'threshold_pct'
>;
interface NewFields extends Fields {
  proj_code: string | null;
  serial_number: string;
}

/** What is printed on the meter; models that the company has are offered. */
function ModelField() {
  const { t } = useTranslation('meters');
  const { data: models = [] } = useCall(energyMetersCalls.models);
  const { value, change, input } = useFormField<string>({
    name: 'model',
    label: t('field.model'),
    show: (text) => text,
  });
  return <Autocomplete {...input} data={models.map(({ model }) => model)} value={value} onChange={change} />;
}

/** Where the meter stands, and what it counts; `fixed`: it has readings, which mean something only with their K and digits. */
function MeterFields({ proj_code, fixed }: { proj_code: string | null; fixed: boolean }) {
  const { t } = useTranslation('meters');
  const of = proj_code ? { query: { proj_code } } : null;
  const { data: sections = [] } = useCall(sectionsCalls.listSections, of);
  const { data: devices = [] } = useCall(plantsCalls.devicesName, of);
  return (
    <>
      <FieldGroup title={t('form.counts')}>
        <SelectField
          name="role"
          label={t('field.role')}
          options={METER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <ModelField />
        {!fixed && (
          <>
            <NumberField
              name="constant_k"
              label={t('field.constant_k')}
              description={t('form.k_hint')}
              required
            />
            <NumberField
              name="digits"
              label={t('field.digits')}
              description={t('form.digits_hint')}
              required
            />
          </>
        )}
      </FieldGroup>
      <FieldGroup title={t('form.stands')}>
        <SelectField
          name="section_id"
          label={t('field.section')}
          none={t('form.no_section')}
          options={sections.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          name="device_id"
          label={t('field.device')}
          searchable
          none={t('form.no_device')}
          options={devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
        />
        <DateField name="from_on" label={t('field.from_on')} required />
        <DateField name="to_on" label={t('field.to_on')} description={t('form.to_hint')} />
        <NumberField
          name="threshold_pct"
          label={t('field.threshold_pct')}
          unit="%"
          description={t('form.threshold_hint')}
          required
        />
        <TextAreaField name="note" label={t('field.note')} />
      </FieldGroup>
    </>
  );
}

/** A new meter. */
export function NewMeter({ plant, onClose }: { plant: string | null; onClose: () => void }) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const form = useRecordForm<typeof energyMetersCalls.create, NewFields>({
    call: energyMetersCalls.create,
    record: {
      proj_code: plant,
      serial_number: '',
      section_id: null,
      model: '',
      constant_k: 1,
      digits: 6,
      role: 'production',
      from_on: dateOf(Date.now(), HERE),
      to_on: null,
      device_id: null,
      note: '',
      threshold_pct: USUAL_THRESHOLD_PCT,
    },
    words: 'meters',
    draft: 'energy-meters:new',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.new')} onClose={onClose}>
      <FieldGroup title={t('form.which')}>
        <SelectField
          name="proj_code"
          label={t('field.plant')}
          required
          searchable
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
        <TextField name="serial_number" label={t('field.serial_number')} required />
      </FieldGroup>
      <MeterFields proj_code={form.form.watch('proj_code')} fixed={false} />
    </FormDrawer>
  );
}

/** A stored meter. */
export function EditMeter({ meter, onClose }: { meter: EnergyMeter; onClose: () => void }) {
  const { t } = useTranslation('meters');
  const form = useRecordForm<typeof energyMetersCalls.update, EnergyMeter, Fields>({
    call: energyMetersCalls.update,
    params: { id: meter.serial_number },
    record: meter,
    toValues: (of) => ({
      section_id: of.section_id,
      model: of.model,
      constant_k: of.constant_k,
      digits: of.digits,
      role: of.role,
      from_on: of.from_on,
      to_on: of.to_on,
      device_id: of.device_id,
      note: of.note,
      threshold_pct: of.threshold_pct,
    }),
    toBody: (_values, changed, version) => ({ ...changed, version }),
    words: 'meters',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.edit_of', { name: meter.serial_number })} onClose={onClose}>
      <MeterFields proj_code={meter.proj_code} fixed={meter.lines > 0} />
    </FormDrawer>
  );
}
