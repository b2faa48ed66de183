import { Group, Stack, Switch } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { CheckboxField, SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TimeField } from '../../../../shared/web/forms/fields/TimeField.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { clockOf } from '../../../../shared/web/forms/time-of-day.model.ts';
import type { NotificationPreference } from '../../notification-preferences.contract.ts';

const NIGHT = { quiet_from: 1320, quiet_to: 420 };
const MORNING = { digest_at: 450 };
type TimeName = 'quiet_from' | 'quiet_to' | 'digest_at';

/** What only matters where the field above it is on. */
const Within = ({ children }: { children: ReactNode }) => (
  <Stack gap={14} pl={16} style={{ borderLeft: '2px solid var(--border)' }}>
    {children}
  </Stack>
);

interface OptionalTimesProps {
  name: TimeName;
  label: string;
  hint: string;
  /** What the times are when they are switched on. */
  usual: Partial<Record<TimeName, number>>;
  children: ReactNode;
}

/** Times that may be none, all of them together. */
function OptionalTimes({ name, label, hint, usual, children }: OptionalTimesProps) {
  const { setValue } = useFormContext<NotificationPreference>();
  const show = (minute: number | string | null) => (typeof minute === 'number' ? clockOf(minute) : UNKNOWN);
  const { value, input } = useFormField<number | string | null>({ name, label, show });
  const on = value !== null;
  const turn = () => {
    for (const time of Object.keys(usual) as TimeName[])
      setValue(time, on ? null : (usual[time] ?? null), { shouldDirty: true });
  };
  const { ref: _ref, error: _error, ...rest } = input;
  return (
    <>
      <Switch {...rest} description={hint} checked={on} onChange={turn} />
      {on && <Within>{children}</Within>}
    </>
  );
}

function AtOnce() {
  const { t } = useTranslation('notifications');
  const { watch } = useFormContext<NotificationPreference>();
  return (
    <>
      <SwitchField name="at_once" label={t('when.at_once')} description={t('when.at_once_hint')} />
      {watch('at_once') && (
        <Within>
          <CheckboxField name="recovery" label={t('when.recovery')} description={t('when.recovery_hint')} />
          <OptionalTimes name="quiet_from" usual={NIGHT} label={t('when.quiet')} hint={t('when.quiet_hint')}>
            <Group gap={12}>
              <TimeField name="quiet_from" label={t('when.from')} />
              <TimeField name="quiet_to" label={t('when.to')} />
            </Group>
            <CheckboxField name="errors_break_quiet" label={t('when.errors_break')} />
          </OptionalTimes>
        </Within>
      )}
    </>
  );
}

function ZoneField() {
  const { t } = useTranslation('notifications');
  const chosen = useFormContext<NotificationPreference>().watch('time_zone');
  const zones = useMemo(() => [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [chosen]);
  return (
    <SelectField
      name="time_zone"
      label={t('when.zone')}
      description={t('when.zone_hint')}
      searchable
      nothingFound={t('what.none_found')}
      options={zones.map((value) => ({ value, label: value }))}
    />
  );
}

/** At once, in a daily digest, or both; quiet hours; on whose clock. */
export function ScheduleFields() {
  const { t } = useTranslation('notifications');
  return (
    <>
      <AtOnce />
      <OptionalTimes name="digest_at" usual={MORNING} label={t('when.digest')} hint={t('when.digest_hint')}>
        <TimeField name="digest_at" label={t('when.digest_at')} />
      </OptionalTimes>
      <ZoneField />
    </>
  );
}
