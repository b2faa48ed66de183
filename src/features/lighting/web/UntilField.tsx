import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';

/** Hours for which the schedule does not act; 0: until its next switch. The server allows a week at most. */
const HOURS = [0, 1, 2, 4, 8, 12, 24, 72, 144] as const;

/**
 * What is sent of it: nothing where the schedule's next switch ends the override. The end is that of the first press: one that
 * is made again because no answer came asks for the same.
 */
export function useUntilOf(): (hours: number) => { until?: string } {
  const { current: ends } = useRef(new Map<number, number>());
  return (hours) => {
    if (hours === 0) return {};
    const said = ends.get(hours) ?? 0;
    const end = said > Date.now() ? said : Date.now() + hours * HOUR_MS;
    ends.set(hours, end);
    return { until: new Date(end).toISOString() };
  };
}

/** For how long lines stay as a person switches them. */
export function UntilField() {
  const { t } = useTranslation('lighting');
  const said = (hours: number): string => {
    if (hours === 0) return t('switch.next');
    return hours > 24 ? t('alarms.days', { count: hours / 24 }) : t('switch.hours', { count: hours });
  };
  return (
    <SelectField
      name="hours"
      label={t('switch.for')}
      description={t('switch.hint')}
      options={HOURS.map((value) => ({ value, label: said(value) }))}
    />
  );
}
