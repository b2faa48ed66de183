import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { CalcChoices } from '../../calculations.contract.ts';
import { type Draft, INTERVALS_S } from './draft.model.ts';

interface Props {
  choices: CalcChoices;
  /** Names that fit the inputs. */
  names: readonly CalcChoices['names'][number][];
  /** What the preview says, by field. */
  faults: ReadonlyMap<string | undefined, string>;
}

/** A rhythm in words: 90 s, 5 min, 1 h, 1 d. */
export function useIntervalLabels(): (seconds: number) => string {
  const { t } = useTranslation('calc');
  return (seconds) => {
    if (seconds % 86_400 === 0) return t('every.days', { count: seconds / 86_400 });
    if (seconds % 3600 === 0) return t('every.hours', { count: seconds / 3600 });
    if (seconds % 60 === 0) return t('every.minutes', { count: seconds / 60 });
    return t('every.seconds', { count: seconds });
  };
}

function NewDevice({ choices, faults }: Omit<Props, 'names'>) {
  const { t } = useTranslation('calc');
  const every = useIntervalLabels();
  const { interval_s } = useWatch<Draft>() as Draft;
  const intervals = [...new Set([...INTERVALS_S, interval_s])].toSorted((a, b) => a - b);
  return (
    <FieldGrid min={150}>
      <SelectField
        name="proj_code"
        label={t('field.plant')}
        searchable
        options={choices.plants.map(({ proj_code, name }) => ({
          value: proj_code,
          label: `${name} (${proj_code})`,
        }))}
        fault={faults.get('proj_code')}
      />
      <TextField name="short_name" label={t('field.short_name')} spellCheck={false} />
      <SelectField
        name="interval_s"
        label={t('field.interval')}
        searchable
        options={intervals.map((value) => ({ value, label: every(value) }))}
        fault={faults.get('interval_s')}
      />
    </FieldGrid>
  );
}

/** Says where results go: the virtual device and the name of the variable. */
export function ResultFields({ choices, names, faults }: Props) {
  const { t } = useTranslation('calc');
  const language = useLanguage();
  const every = useIntervalLabels();
  const { setValue } = useFormContext<Draft>();
  const { device_id, variable } = useWatch<Draft>() as Draft;
  const devices = choices.devices.map((one) => ({
    value: one.device_id,
    label: `${one.short_name} · ${one.plant_name} · ${every(one.interval_s)}`,
  }));
  const offered = names.some(({ name }) => name === variable)
    ? names
    : [...choices.names.filter(({ name }) => name === variable), ...names];
  const follow = (chosen: string | number | null) => {
    const device = choices.devices.find((one) => one.device_id === chosen);
    if (device) setValue('interval_s', device.interval_s, { shouldDirty: true });
  };
  return (
    <Section title={t('field.result')}>
      <SelectField
        name="device_id"
        label={t('field.device')}
        description={t('field.device_hint')}
        searchable
        options={[{ value: null, label: t('field.device_new') }, ...devices]}
        fault={faults.get('device_id')}
        onChosen={follow}
      />
      {device_id === null && <NewDevice choices={choices} faults={faults} />}
      <SelectField
        name="variable"
        label={t('field.variable')}
        description={t('field.variable_hint')}
        searchable
        nothingFound={t('field.variable_none')}
        options={offered.map((one) => ({
          value: one.name,
          label: [language === 'it' ? one.label_it : one.label_en, spellUnit(one.unit)]
            .filter(Boolean)
            .join(' · '),
        }))}
        fault={faults.get('variable')}
      />
    </Section>
  );
}
