import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { DEVICE_CATEGORIES, type DeviceCategory } from '../../../plants/plants.model.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import type { Choice, ChoiceFault } from './choices.model.ts';
import { unmeasured } from './find.model.ts';
import { SettingInput } from './Inputs.tsx';
import { hasDirection, powerNow } from './power-direction.model.ts';

interface DirectionProps {
  found: FoundDevice;
  turned: boolean;
  onChange: (turned: boolean) => void;
}

/** Asks whoever knows the plant which way a meter's power goes, by what it reads just now. */
function DirectionField({ found, turned, onChange }: DirectionProps) {
  const { t } = useTranslation('add');
  const { number } = useFormat();
  const { value, unit } = powerNow(found);
  const power = value === null ? '' : `${number(Math.abs(value), 2)} ${spellUnit(unit)}`;
  const [asRead, other] = !value
    ? [t('card.as_told'), t('card.turned')]
    : value > 0
      ? [t('card.as_told_in', { power }), t('card.turned_out', { power })]
      : [t('card.as_told_out', { power }), t('card.turned_in', { power })];
  return (
    <NativeSelect
      label={t('card.direction')}
      description={t('card.direction_hint')}
      value={turned ? 'turned' : 'as_told'}
      data={[
        { value: 'as_told', label: asRead },
        { value: 'turned', label: other },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'turned')}
    />
  );
}

interface Props {
  found: FoundDevice;
  choice: Choice;
  fault: ChoiceFault | undefined;
  onChange: (part: Partial<Choice>) => void;
}

/** By which name and as what a device is added. */
export function ChoiceFields({ found, choice, fault, onChange }: Props) {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const { t: tc } = useTranslation();
  const kindOf = useKindLabels();
  const silent = unmeasured(found.variables);
  const wrongName = fault === 'name_form' || fault === 'name_taken';
  const nameFault = fault === 'name_taken' ? tf('faults.taken') : tf('faults.short_name');
  return (
    <FieldGrid min={200}>
      <TextInput
        label={tf('fields.short_name')}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={choice.short_name}
        error={wrongName && nameFault}
        onChange={(event) => onChange({ short_name: event.currentTarget.value })}
      />
      <NativeSelect
        label={tf('fields.category')}
        value={choice.category}
        data={DEVICE_CATEGORIES.map((value) => ({ value, label: kindOf(value) }))}
        onChange={(event) => onChange({ category: event.currentTarget.value as DeviceCategory })}
      />
      <SettingInput
        name="nominal_power"
        typed={choice.nominal_power}
        error={fault === 'power' ? tc('faults.wrong_type_number') : undefined}
        onTyped={(nominal_power) => onChange({ nominal_power })}
      />
      {hasDirection(found, choice.category) && (
        <DirectionField found={found} turned={choice.turned} onChange={(turned) => onChange({ turned })} />
      )}
      {silent > 0 && (
        <Checkbox
          label={t('card.without', { count: silent })}
          description={t('card.without_hint')}
          checked={choice.measured_only}
          onChange={(event) => onChange({ measured_only: event.currentTarget.checked })}
        />
      )}
    </FieldGrid>
  );
}
