import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldGrid } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { PlaceField } from '../../../shared/web/forms/fields/PlaceField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { MoreFields } from '../../../shared/web/ui/MoreFields.tsx';
import { PRODUCTION_TYPES } from '../plants.model.ts';
import { codeBeside, zonesFor } from './new-plant.model.ts';

/** Name and code; the code follows the name until somebody writes another one. */
export function NameFields() {
  const { t } = useTranslation('plants');
  const { setValue } = useFormContext<{ proj_code: string }>();
  const { errors } = useFormState<{ proj_code: string }>();
  const [own, setOwn] = useState(false);
  const follow = (name: string) => {
    if (!own) setValue('proj_code', codeBeside(name), { shouldValidate: errors.proj_code !== undefined });
  };
  return (
    <>
      <TextField name="name" label={t('new.name')} data-autofocus required onTyped={follow} />
      <TextField
        name="proj_code"
        label={t('new.code')}
        description={t('new.code_hint')}
        required
        spellCheck={false}
        onTyped={(text) => setOwn(text.trim() !== '')}
      />
    </>
  );
}

/** What the sun's height is reckoned from: the nights, and what is expected of the plant. */
function SunFields() {
  const { t } = useTranslation('plants');
  const { errors } = useFormState();
  const wrong = errors.latitude ?? errors.longitude ?? errors.tilt_deg ?? errors.azimuth_deg;
  return (
    <MoreFields label={t('new.more')} forced={wrong !== undefined}>
      {(open) => (
        <>
          <p className="muted">{t('new.more_hint')}</p>
          <PlaceField shown={open} comune="comune" />
          <FieldGrid min={270}>
            <NumberField
              name="tilt_deg"
              label={t('new.tilt')}
              unit="°"
              description={t('sections.tilt_hint')}
            />
            <NumberField
              name="azimuth_deg"
              label={t('new.azimuth')}
              unit="°"
              description={t('sections.azimuth_hint')}
            />
          </FieldGrid>
        </>
      )}
    </MoreFields>
  );
}

const ZONES = zonesFor('').zones.map((value) => ({ value, label: value }));

/** What every plant has besides its name and code. */
export function CommonFields() {
  const { t } = useTranslation('plants');
  const peak = useWatch({ name: 'productionType' }) === 'photovoltaic';
  return (
    <>
      <FieldGrid min={210}>
        <SelectField
          name="productionType"
          label={t('new.production')}
          options={PRODUCTION_TYPES.map((value) => ({ value, label: t(`production.${value}`) }))}
        />
        <NumberField name="potenza_nominale" label={t('new.power')} unit={peak ? 'kWp' : 'kW'} />
        <TextField name="comune" label={t('new.comune')} />
        <SelectField
          name="time_zone"
          label={t('new.time_zone')}
          description={t('new.time_zone_hint')}
          searchable
          options={ZONES}
        />
      </FieldGrid>
      <SunFields />
    </>
  );
}
