import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DEVICE_CATEGORIES, type DeviceCategory } from '../../../plants/plants.model.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import type { Choice, ChoiceFault } from './choices.model.ts';
import { DirectionField } from './DirectionField.tsx';
import { SettingInput } from './FindInputs.tsx';
import { unmeasured } from './find.model.ts';
import classes from './find.module.css';
import { hasDirection } from './power-direction.model.ts';

interface Props {
  found: FoundDevice;
  choice: Choice;
  fault: ChoiceFault | undefined;
  onChange: (part: Partial<Choice>) => void;
}

/** By which name and as what a device is added. */
export function ChoiceFields({ found, choice, fault, onChange }: Props) {
  const { t } = useTranslation('find');
  const { t: tf } = useTranslation('field');
  const { t: tc } = useTranslation();
  const kindOf = useKindLabels();
  const silent = unmeasured(found.variables);
  const wrongName = fault === 'name_form' || fault === 'name_taken';
  const nameFault = fault === 'name_taken' ? tf('faults.taken') : tf('faults.short_name');
  return (
    <div className={classes.fields}>
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
          className={classes.without ?? ''}
          label={t('card.without', { count: silent })}
          description={t('card.without_hint')}
          checked={choice.measured_only}
          onChange={(event) => onChange({ measured_only: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
