import { Checkbox, Fieldset, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ALARM_CODES, type AlarmCode } from '../../alarms.model.ts';
import type { AlarmSelectionForm } from './alarm-selection-form.model.ts';
import { usePlantChoices } from './use-plant-choices.ts';

function AllOrSome(props: {
  name: 'which_plants' | 'which_codes';
  label: string;
  all: string;
  children: ReactNode;
}) {
  const { name, label, all, children } = props;
  const { t } = useTranslation('notifications');
  const { field } = useController<AlarmSelectionForm, typeof name>({ name });
  return (
    <Fieldset
      variant="unstyled"
      legend={label}
      miw={0}
      styles={{ legend: { fontWeight: 600, marginBottom: 8 } }}
    >
      <SegmentedControl
        mb={8}
        aria-label={label}
        value={field.value}
        onChange={(next) => field.onChange(next as AlarmSelectionForm['which_plants'])}
        data={[
          { value: 'all', label: all },
          { value: 'some', label: t('what.some') },
        ]}
      />
      {field.value === 'some' && children}
    </Fieldset>
  );
}

function PlantsField() {
  const { t } = useTranslation('notifications');
  const plants = usePlantChoices();
  const { getValues } = useFormContext<AlarmSelectionForm>();
  const rules = {
    validate: (codes: string[]) =>
      getValues('which_plants') === 'all' || codes.length > 0 || t('what.one_at_least'),
  };
  const { field, fieldState } = useController<AlarmSelectionForm, 'proj_codes'>({
    name: 'proj_codes',
    rules,
  });
  const data = (plants.data ?? []).map(({ proj_code, name }) => ({
    value: proj_code,
    label: `${proj_code} · ${name}`,
  }));
  return (
    <MultiSelect
      aria-label={t('what.plants')}
      placeholder={field.value.length === 0 ? t('what.choose_plants') : ''}
      searchable
      hidePickedOptions
      limit={200}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('what.none_found')}
      data={data}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message ?? (plants.error && t('what.plants_failed'))}
    />
  );
}

function CodesField() {
  const { t } = useTranslation('notifications');
  const { t: alarms } = useTranslation('alarms');
  const { getValues } = useFormContext<AlarmSelectionForm>();
  const rules = {
    validate: (codes: AlarmCode[]) =>
      getValues('which_codes') === 'all' || codes.length > 0 || t('what.one_at_least'),
  };
  const { field, fieldState } = useController<AlarmSelectionForm, 'codes'>({ name: 'codes', rules });
  return (
    <Checkbox.Group
      aria-label={t('what.codes')}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Stack gap={10} mt={8}>
        {ALARM_CODES.map((code) => (
          <Checkbox key={code} value={code} label={alarms(`name.${code}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function TypesField() {
  const { t } = useTranslation('notifications');
  const rules = {
    validate: (types: AlarmSelectionForm['types']) => types.length > 0 || t('what.one_at_least'),
  };
  const { field, fieldState } = useController<AlarmSelectionForm, 'types'>({ name: 'types', rules });
  return (
    <Checkbox.Group
      label={t('what.types')}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <Stack gap={10} mt={8}>
        <Checkbox value="E" label={t('what.E')} description={t('what.E_hint')} />
        <Checkbox value="W" label={t('what.W')} description={t('what.W_hint')} />
      </Stack>
    </Checkbox.Group>
  );
}

/** Severity, kinds and plants. @param all what "all plants" means here */
export function AlarmSelectionFields({ all }: { all: string }) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <TypesField />
      <AllOrSome name="which_codes" label={t('what.codes')} all={t('what.all_codes')}>
        <CodesField />
      </AllOrSome>
      <AllOrSome name="which_plants" label={t('what.plants')} all={all}>
        <PlantsField />
      </AllOrSome>
    </>
  );
}
