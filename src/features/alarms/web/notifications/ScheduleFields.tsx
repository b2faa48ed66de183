import { Checkbox, Group, Select, Stack } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { type ReactNode, useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { minuteOf, type PreferenceForm } from './preference-form.model.ts';
import { SwitchField } from './SwitchField.tsx';

function Clock({ name, label }: { name: 'quiet_from' | 'quiet_to' | 'digest_at'; label: string }) {
  const { t } = useTranslation('notifications');
  const { getValues } = useFormContext<PreferenceForm>();
  const validate = (clock: string) => {
    if (minuteOf(clock) === null) return t('when.no_time');
    return name !== 'quiet_to' || clock !== getValues('quiet_from') || t('when.same_time');
  };
  const { field, fieldState } = useController<PreferenceForm, typeof name>({ name, rules: { validate } });
  return (
    // Not the browser's own: that counts in twelve hours where the machine does, whatever the portal's language.
    <TimePicker
      w={130}
      label={label}
      hoursInputLabel={t('when.hours', { of: label })}
      minutesInputLabel={t('when.minutes', { of: label })}
      hoursRef={field.ref}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** What only matters where the field above it is on. */
const Within = ({ children }: { children: ReactNode }) => (
  <Stack gap={14} pl={16} style={{ borderLeft: '2px solid var(--border)' }}>
    {children}
  </Stack>
);

function AtOnce() {
  const { t } = useTranslation('notifications');
  const { register, watch, getValues } = useFormContext<PreferenceForm>();
  const one = () => !getValues('enabled') || getValues('at_once') || getValues('digest') || t('when.one_way');
  return (
    <>
      <SwitchField<PreferenceForm>
        name="at_once"
        label={t('when.at_once')}
        hint={t('when.at_once_hint')}
        validate={one}
      />
      {watch('at_once') && (
        <Within>
          <Checkbox
            label={t('when.recovery')}
            description={t('when.recovery_hint')}
            {...register('recovery')}
          />
          <SwitchField<PreferenceForm> name="quiet" label={t('when.quiet')} hint={t('when.quiet_hint')} />
          {watch('quiet') && (
            <Within>
              <Group gap={12}>
                <Clock name="quiet_from" label={t('when.from')} />
                <Clock name="quiet_to" label={t('when.to')} />
              </Group>
              <Checkbox label={t('when.errors_break')} {...register('errors_break_quiet')} />
            </Within>
          )}
        </Within>
      )}
    </>
  );
}

function ZoneField() {
  const { t } = useTranslation('notifications');
  const { field, fieldState } = useController<PreferenceForm, 'time_zone'>({ name: 'time_zone' });
  const zones = useMemo(
    () => [...new Set([field.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [field.value],
  );
  return (
    <Select
      label={t('when.zone')}
      description={t('when.zone_hint')}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('what.none_found')}
      data={zones}
      value={field.value}
      onChange={(zone) => zone && field.onChange(zone)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** At once, in a daily digest, or both; quiet hours; on whose clock. */
export function ScheduleFields() {
  const { t } = useTranslation('notifications');
  const { watch } = useFormContext<PreferenceForm>();
  return (
    <>
      <AtOnce />
      <SwitchField<PreferenceForm> name="digest" label={t('when.digest')} hint={t('when.digest_hint')} />
      {watch('digest') && (
        <Within>
          <Clock name="digest_at" label={t('when.digest_at')} />
        </Within>
      )}
      <ZoneField />
    </>
  );
}
