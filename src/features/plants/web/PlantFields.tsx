import { NativeSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { MoreFields } from '../../../shared/web/ui/MoreFields.tsx';
import { PRODUCTION_TYPES } from '../plants.model.ts';
import { codeBeside, isCode, type PlantValues, zonesFor } from './new-plant.model.ts';
import classes from './new-plant.module.css';

interface NumberProps {
  name: 'potenza_nominale' | 'latitude' | 'longitude' | 'tilt_deg' | 'azimuth_deg';
  label: string;
  unit: string;
  least: number;
  most?: number;
}

/** A number that may be left out. */
function NumberField({ name, label, unit, least: min, most: max }: NumberProps) {
  const { t: tc } = useTranslation();
  const language = useLanguage();
  const rules = {
    validate: (value: number | string) =>
      value === '' ||
      (typeof value === 'number' && value >= min && (max === undefined || value <= max)) ||
      tc('told.invalid'),
  };
  const { field, fieldState } = useController<PlantValues, NumberProps['name']>({ name, rules });
  return (
    <NumberInput
      {...field}
      label={label}
      hideControls
      clampBehavior="none"
      allowedDecimalSeparators={[',', '.']}
      decimalSeparator={language === 'it' ? ',' : '.'}
      rightSection={<span className="muted">{unit}</span>}
      rightSectionWidth={44}
      error={fieldState.error?.message}
    />
  );
}

/** Name and code; the code follows the name until somebody writes another one. */
function NameFields() {
  const { t } = useTranslation('plants');
  const { t: tc } = useTranslation();
  const { register, formState, setValue } = useFormContext<PlantValues>();
  const [own, setOwn] = useState(false);
  const { errors } = formState;
  const follow = (name: string) => {
    if (!own) setValue('proj_code', codeBeside(name), { shouldValidate: errors.proj_code !== undefined });
  };
  return (
    <>
      <TextInput
        data-autofocus
        label={t('new.name')}
        withAsterisk
        maxLength={120}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          validate: (text) => text.trim() !== '' || tc('told.required'),
          onChange: (event: { target: { value: string } }) => follow(event.target.value),
        })}
      />
      <TextInput
        label={t('new.code')}
        description={t('new.code_hint')}
        withAsterisk
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        error={errors.proj_code?.message}
        {...register('proj_code', {
          validate: (text) => isCode(text) || t('new.code_wrong'),
          onChange: (event: { target: { value: string } }) => setOwn(event.target.value.trim() !== ''),
        })}
      />
    </>
  );
}

function ZoneField() {
  const { t } = useTranslation('plants');
  const { zones } = zonesFor('');
  const { field } = useController<PlantValues, 'time_zone'>({ name: 'time_zone' });
  return (
    <Select
      {...field}
      label={t('new.time_zone')}
      description={t('new.time_zone_hint')}
      searchable
      allowDeselect={false}
      limit={80}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={200}
      data={zones}
    />
  );
}

/** What the sun's height is reckoned from: the nights, and what is expected of the plant. */
function SunFields() {
  const { t } = useTranslation('plants');
  const { errors } = useFormContext<PlantValues>().formState;
  const wrong = errors.latitude ?? errors.longitude ?? errors.tilt_deg ?? errors.azimuth_deg;
  return (
    <MoreFields label={t('new.more')} forced={wrong !== undefined}>
      <p className="muted">{t('new.more_hint')}</p>
      <div className={classes.pair}>
        <NumberField name="latitude" label={t('new.latitude')} unit="°" least={-90} most={90} />
        <NumberField name="longitude" label={t('new.longitude')} unit="°" least={-180} most={180} />
        <NumberField name="tilt_deg" label={t('new.tilt')} unit="°" least={0} most={90} />
        <NumberField name="azimuth_deg" label={t('new.azimuth')} unit="°" least={0} most={360} />
      </div>
    </MoreFields>
  );
}

/** What every plant has besides its name and code. */
export function CommonFields() {
  const { t } = useTranslation('plants');
  const { register, watch } = useFormContext<PlantValues>();
  const peak = watch('productionType') === 'photovoltaic';
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label={t('new.production')}
          data={PRODUCTION_TYPES.map((value) => ({ value, label: t(`production.${value}`) }))}
          {...register('productionType')}
        />
        <NumberField name="potenza_nominale" label={t('new.power')} unit={peak ? 'kWp' : 'kW'} least={0} />
        <TextInput label={t('new.comune')} maxLength={120} autoComplete="off" {...register('comune')} />
        <ZoneField />
      </div>
      <SunFields />
    </>
  );
}

/** Every field of a new plant; two of them must be filled, and one of these fills itself. */
export function PlantFields() {
  return (
    <>
      <NameFields />
      <CommonFields />
    </>
  );
}
