import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { sectionsCalls } from '../../../plants/sections.contract.ts';
import { CLAIM_STATES } from '../../claims.model.ts';
import { downtimeCausesCalls } from '../../downtime-causes.contract.ts';
import { EXTENTS } from '../../power-share.model.ts';
import type { FormValues } from './form.model.ts';

interface Props {
  form: UseFormReturn<FormValues>;
}

/** A section or devices of the chosen plant. */
function Part({ form }: Props) {
  const { t } = useTranslation('downtimes');
  const [proj_code, extent] = form.watch(['proj_code', 'extent']);
  const of = proj_code === null || extent === 'plant' ? null : { query: { proj_code } };
  const { data: sections = [] } = useCall(sectionsCalls.listSections, extent === 'section' ? of : null);
  const { data: devices = [] } = useCall(plantsCalls.devicesName, extent === 'devices' ? of : null);
  if (extent === 'section')
    return (
      <SelectField
        name="section_id"
        label={t('form.section')}
        options={sections.map(({ id, name }) => ({ value: id, label: name }))}
      />
    );
  if (extent !== 'devices') return null;
  return (
    <MultiSelectField
      name="device_ids"
      label={t('form.devices')}
      placeholder={t('form.choose_devices')}
      nothingFound={t('form.none_found')}
      options={devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
    />
  );
}

/** What stood still; the plant of a stored downtime stays. */
export function WhereFields({ form, fixed }: Props & { fixed: boolean }) {
  const { t } = useTranslation('downtimes');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const options = plants.map(({ proj_code, name }) => ({
    value: proj_code,
    label: `${name} · ${proj_code}`,
  }));
  return (
    <FieldGroup title={t('form.where')}>
      <SelectField
        name="proj_code"
        label={t('form.plant')}
        searchable
        required
        closed={fixed}
        placeholder={t('form.choose_plant')}
        nothingFound={t('form.none_found')}
        options={options}
        onChosen={() => {
          form.setValue('section_id', null);
          form.setValue('device_ids', []);
        }}
      />
      <SelectField
        name="extent"
        label={t('form.extent')}
        options={EXTENTS.map((value) => ({ value, label: t(`extent.${value}`) }))}
      />
      <Part form={form} />
    </FieldGroup>
  );
}

/** When it was, how much of the plant, and why. */
export function WhenFields({ form }: Props) {
  const { t } = useTranslation('downtimes');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: causes = [] } = useCall(downtimeCausesCalls.list);
  const [proj_code, cause_id] = form.watch(['proj_code', 'cause_id']);
  const zone = plants.find((plant) => plant.proj_code === proj_code)?.time_zone;
  // A retired cause is offered where it is chosen already.
  const offered = causes.filter(({ id, retired }) => !retired || id === cause_id);
  return (
    <FieldGroup title={t('form.when')}>
      <DateTimeField name="start" label={t('form.start')} description={zone && t('form.clock', { zone })} />
      <DateTimeField name="stop" label={t('form.stop')} description={t('form.stop_hint')} />
      <NumberField
        name="percentage"
        label={t('form.percentage')}
        unit="%"
        description={t('form.percentage_hint')}
      />
      <SelectField
        name="cause_id"
        label={t('form.cause')}
        required
        placeholder={t('form.choose_cause')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SwitchField name="planned" label={t('form.planned')} />
      <TextAreaField name="notes" label={t('form.notes')} />
    </FieldGroup>
  );
}

/** What a person says in place of what is worked out. */
export function FigureFields() {
  const { t } = useTranslation('downtimes');
  return (
    <FieldGroup title={t('form.figures')}>
      <div style={{ gridColumn: '1 / -1' }}>
        <Muted>{t('form.figures_hint')}</Muted>
      </div>
      <NumberField name="energy_hand" label={t('form.energy_hand')} unit="kWh" />
      <NumberField name="earning_hand" label={t('form.earning_hand')} unit="€" />
    </FieldGroup>
  );
}

/** Insurance claim, report, intervention and repair. */
export function InsuranceFields() {
  const { t } = useTranslation('downtimes');
  return (
    <FieldGroup title={t('form.insurance')}>
      <SelectField
        name="claim_state"
        label={t('form.claim_state')}
        options={CLAIM_STATES.map((value) => ({ value, label: t(`claim.${value}`) }))}
      />
      <TextField name="claim_number" label={t('form.claim_number')} />
      <TextField name="insurer" label={t('form.insurer')} />
      <NumberField name="amount_claimed_eur" label={t('form.amount_claimed_eur')} unit="€" />
      <NumberField name="amount_paid_eur" label={t('form.amount_paid_eur')} unit="€" />
      <DateField name="reported_on" label={t('form.reported_on')} />
      <DateTimeField name="intervention" label={t('form.intervention')} />
      <NumberField name="repair_cost" label={t('form.repair_cost')} unit="€" />
    </FieldGroup>
  );
}
