import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { FieldGrid } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { PlaceField } from '../../../shared/web/forms/fields/PlaceField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';

/** A switch that may also be left to the municipality, as one chooses it. */
const chosenOf = (auto: boolean | null): string | null => (auto === null ? null : auto ? 'sun' : 'set');
const autoOf = (chosen: string | null) => (chosen === null ? null : chosen === 'sun');

const valuesOf = (box: Box) => ({
  ...box,
  turn_on_auto: chosenOf(box.turn_on_auto),
  turn_off_auto: chosenOf(box.turn_off_auto),
});

/** When a time of its own acts, by what is chosen beside it. */
const HINTS = { set: 'own_time_set', sun: 'own_time_sun' } as const;
const hintOf = (chosen: unknown) =>
  chosen === 'set' || chosen === 'sun' ? HINTS[chosen] : ('own_time_comune' as const);

/** Times of its own, before those of its municipality. // spec §3: Box */
function OwnTimes() {
  const { t } = useTranslation('lighting');
  const [on, off] = useWatch({ name: ['turn_on_auto', 'turn_off_auto'] });
  const chosen = { on, off };
  const options = [
    { value: null, label: t('box.as_comune') },
    { value: 'sun', label: t('box.by_sun') },
    { value: 'set', label: t('box.at_time') },
  ];
  return (
    <FieldGrid min={200}>
      {(['on', 'off'] as const).flatMap((edge) => [
        <SelectField
          key={`${edge} auto`}
          name={`turn_${edge}_auto`}
          label={t(`box.turn_${edge}`)}
          options={options}
        />,
        <TextField
          key={`${edge} date`}
          name={`turn_${edge}_date`}
          label={t(`times.${edge}_date`)}
          description={t(`box.${hintOf(chosen[edge])}`)}
          maxLength={5}
          nullable
        />,
      ])}
    </FieldGrid>
  );
}

/** What a person says of a box. */
export function BoxForm({ box, onClose }: { box: Box; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({
    call: boxesCalls.change,
    params: { id: String(box.id) },
    record: box,
    toValues: valuesOf,
    toBody: (values, _, version) => ({
      ...values,
      turn_on_auto: autoOf(values.turn_on_auto),
      turn_off_auto: autoOf(values.turn_off_auto),
      version,
    }),
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('box.edit')} onClose={onClose}>
      <TextField name="name" label={t('box.name')} maxLength={120} />
      <FieldGrid min={200}>
        <TextField name="pod" label={t('box.pod')} maxLength={20} />
        <TextField name="supply_code" label={t('box.supply_code')} maxLength={40} />
      </FieldGrid>
      <SwitchField name="auto_mode" label={t('box.auto_mode')} />
      <OwnTimes />
      <SwitchField name="enabled" label={t('box.enabled')} />
      <PlaceField />
    </FormDrawer>
  );
}
