import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxesField } from '../../../shared/web/forms/fields/CheckboxesField.tsx';
import { DateField } from '../../../shared/web/forms/fields/DateField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { EXCEPTION_KINDS, LINES } from '../night.model.ts';
import { HolidayNights } from './HolidayNights.tsx';

export const BLANK_EXCEPTION = {
  name: '',
  from_day: '',
  to_day: '',
  every_year: false,
  only_holidays: false,
  lines: [],
  kind: 'all_night',
  turn_on_date: null,
  turn_off_date: null,
};

/** Public holidays of every year, under a name of the reader's language. */
export const blankHolidays = (name: string, year: string) => ({
  ...BLANK_EXCEPTION,
  name,
  from_day: `${year}-01-01`,
  to_day: `${year}-12-31`,
  every_year: true,
  only_holidays: true,
});

export const BLANK_HALF_NIGHT = { lines: [], off: '00:00', on: null };

/** Which lines of each cabinet are meant. */
function LinesField({ name, description }: { name: string; description?: string }) {
  const { t } = useTranslation('lighting');
  return (
    <CheckboxesField
      name={name}
      label={t('lines.title')}
      description={description}
      inline
      options={LINES.map((line) => ({ value: line, label: t('lines.one', { line }) }))}
    />
  );
}

/** Lines that are dark for a part of each night. */
export function HalfNightFields({ at }: { at: string }) {
  const { t } = useTranslation('lighting');
  return (
    <>
      <LinesField name={`${at}.lines`} />
      <TextField name={`${at}.off`} label={t('half_night.off')} maxLength={5} required />
      <TextField
        name={`${at}.on`}
        label={t('half_night.on')}
        description={t('half_night.on_hint')}
        maxLength={5}
        nullable
      />
    </>
  );
}

/** A night, or nights of every year, that are lit otherwise. */
export function ExceptionFields({ at }: { at: string }) {
  const { t } = useTranslation('lighting');
  const kind = useWatch({ name: `${at}.kind` });
  return (
    <>
      <TextField name={`${at}.name`} label={t('exceptions.name')} maxLength={80} required />
      <DateField name={`${at}.from_day`} label={t('exceptions.from_day')} />
      <DateField name={`${at}.to_day`} label={t('exceptions.to_day')} />
      <SelectField
        name={`${at}.kind`}
        label={t('exceptions.kind')}
        options={EXCEPTION_KINDS.map((value) => ({ value, label: t(`exceptions.kinds.${value}`) }))}
      />
      {kind === 'times' &&
        (['on', 'off'] as const).map((edge) => (
          <TextField
            key={edge}
            name={`${at}.turn_${edge}_date`}
            label={t(`exceptions.turn_${edge}_date`)}
            description={t('exceptions.times_hint')}
            maxLength={5}
            nullable
          />
        ))}
      <LinesField name={`${at}.lines`} description={t('lines.all_hint')} />
      <SwitchField name={`${at}.every_year`} label={t('exceptions.every_year')} />
      <SwitchField
        name={`${at}.only_holidays`}
        label={t('exceptions.only_holidays')}
        description={t('exceptions.only_hint')}
      />
      <HolidayNights at={at} />
    </>
  );
}
