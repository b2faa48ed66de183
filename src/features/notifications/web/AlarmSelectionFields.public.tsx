import { Checkbox, Fieldset, MultiSelect, SegmentedControl, SimpleGrid } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoad } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { UNKNOWN } from '../../../shared/web/format/numbers.ts';
import { CheckboxesField } from '../../../shared/web/forms/fields/CheckboxesField.tsx';
import { useFormField } from '../../../shared/web/forms/form-scope.ts';
import { companiesCalls } from '../../companies/companies.contract.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { ALARM_CODES } from '../alarm-codes.model.ts';

/** The plants that one may choose from; whoever administers without the applications is told their names alone. */
function usePlantChoices() {
  const asset = useCan('asset.read');
  return useLoad({
    name: 'plant-choices',
    input: { asset },
    of: [plantsCalls.list],
    load: (ask): Promise<{ proj_code: string; name: string }[]> =>
      asset ? ask(plantsCalls.list, {}) : ask(companiesCalls.listCompanyPlants, {}),
    staleTime: 60_000,
  });
}

interface Options {
  label: string;
  options: readonly { value: string; label: string }[];
}

interface ListInput {
  'aria-label': string;
  value: string[];
  onChange: (values: string[]) => void;
  onBlur: () => void;
  error: ReactNode;
}

interface AllOrSomeProps extends Options {
  name: 'proj_codes' | 'codes';
  all: string;
  some: string;
  children: (input: ListInput, ref: (element: HTMLElement | null) => void) => ReactNode;
}

/** Everything, which is null, or a list; what was chosen is chosen again by whoever goes back to it. */
function AllOrSome({ name, label, all, some, options, children }: AllOrSomeProps) {
  const show = (values: readonly string[] | null) =>
    values === null
      ? all
      : options.flatMap((one) => (values.includes(one.value) ? [one.label] : [])).join(', ') || UNKNOWN;
  const { value, change, input } = useFormField<readonly string[] | null>({ name, label, show });
  const [last, setLast] = useState(value ?? []);
  const choose = (values: string[]) => {
    setLast(values);
    change(values);
  };
  const { error, onBlur, ref } = input;
  const legend = { fontWeight: 600, marginBottom: 8 };
  return (
    <Fieldset variant="unstyled" legend={label} miw={0} styles={{ legend }}>
      <SegmentedControl
        mb={8}
        aria-label={label}
        value={value === null ? 'all' : 'some'}
        onChange={(next) => change(next === 'all' ? null : last)}
        data={[
          { value: 'all', label: all },
          { value: 'some', label: some },
        ]}
      />
      {value !== null &&
        children({ 'aria-label': label, value: [...value], onChange: choose, onBlur, error }, ref)}
    </Fieldset>
  );
}

function CodesField() {
  const { t } = useTranslation('notifications');
  const { t: alarms } = useTranslation('alarms');
  const options = ALARM_CODES.map((value) => ({ value: value as string, label: alarms(`name.${value}`) }));
  const words = { label: t('what.codes'), all: t('what.all_codes'), some: t('what.some_codes') };
  return (
    <AllOrSome name="codes" {...words} options={options}>
      {(input) => (
        <Checkbox.Group {...input}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} verticalSpacing={12} mt={8}>
            {options.map((one) => (
              <Checkbox key={one.value} {...one} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </AllOrSome>
  );
}

function PlantsField({ all }: { all: string }) {
  const { t } = useTranslation('notifications');
  const { data = [], error: failed } = usePlantChoices();
  const options = data.map(({ proj_code, name }) => ({ value: proj_code, label: `${proj_code} · ${name}` }));
  return (
    <AllOrSome name="proj_codes" label={t('what.plants')} all={all} some={t('what.some')} options={options}>
      {(input, ref) => (
        <MultiSelect
          {...input}
          ref={ref}
          placeholder={input.value.length === 0 ? t('what.choose_plants') : ''}
          searchable
          hidePickedOptions
          limit={200}
          comboboxProps={{ withinPortal: false }}
          nothingFoundMessage={t('what.none_found')}
          data={options}
          error={input.error ?? (failed && t('what.plants_failed'))}
        />
      )}
    </AllOrSome>
  );
}

interface SelectionProps {
  /** What "all plants" means here. */
  all: string;
  /** Whether alarms are among what is chosen: severity and types narrow nothing else. */
  alarms?: boolean;
}

/** Severity and types of alarms, and plants. */
export function AlarmSelectionFields({ all, alarms = true }: SelectionProps) {
  const { t } = useTranslation('notifications');
  const types = (['E', 'W'] as const).map((value) => ({
    value,
    label: t(`what.${value}`),
    description: t(`what.${value}_hint`),
  }));
  return (
    <>
      {alarms && (
        <>
          <CheckboxesField name="types" label={t('what.types')} options={types} />
          <CodesField />
        </>
      )}
      <PlantsField all={all} />
    </>
  );
}
