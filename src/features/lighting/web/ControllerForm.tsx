import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { FieldGrid, FieldGroup } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { controllersCalls, type IoController } from '../controllers.contract.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import { lightingMetersCalls } from '../meters.contract.ts';
import { LINES } from '../night.model.ts';
import { fieldOfProfile, profileOf, type Registers, registersOf } from './registers.model.ts';

interface Props {
  box_id: number;
  /** Null: it has none yet. */
  controller: IoController | null;
  onClose: () => void;
}

const BY_LINE = ['coils', 'feedback', 'breaker'] as const;
const FUNCTIONS = [3, 4].map((value) => ({ value, label: String(value) }));
/** What only managers change: the registers that are written to, and that of the pairing code. */
const GUARDED: readonly string[] = ['coils', 'clock', 'pairing', 'timetable', 'timetable_days'];
const INPUTS = ['manual', 'door', 'supply', 'leakage'] as const;

type Record = Pick<IoController, 'profile' | 'poll_s'> & {
  box_id: number;
  device_id: number | null;
  version?: number;
};

const valuesOf = (record: Record) => ({ ...record, registers: registersOf(record.profile) });
type Values = ReturnType<typeof valuesOf>;
const bodyOf = ({ registers, profile, ...values }: Values) => ({
  ...values,
  profile: { ...profile, ...profileOf(registers) },
});

/** Where its power, its clock, its own times and its pairing code stand. */
function RegisterFields({ may }: { may: boolean }) {
  const { t } = useTranslation('lighting');
  const field = (name: Exclude<keyof Registers, 'power_function' | 'line_power_function'>) => (
    <NumberField
      name={`registers.${name}`}
      label={t(`controller.register.${name}`)}
      disabled={!may && GUARDED.includes(name)}
    />
  );
  const choice = (name: 'power_function' | 'line_power_function') => (
    <SelectField name={`registers.${name}`} label={t(`controller.register.${name}`)} options={FUNCTIONS} />
  );
  return (
    <FieldGroup title={t('controller.registers')}>
      {field('power')}
      {choice('power_function')}
      {field('power_factor')}
      {field('line_power')}
      {choice('line_power_function')}
      {field('line_power_factor')}
      {field('clock')}
      {field('pairing')}
      {field('timetable')}
      {field('timetable_days')}
    </FieldGroup>
  );
}

/** Which device switches a box, and where its outputs, inputs and registers stand. */
export function ControllerForm({ box_id, controller, onClose }: Props) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.municipality');
  const free = useCall(lightingMetersCalls.freeDevices, { query: {} });
  const own = controller ? [{ value: controller.device_id, label: controller.short_name }] : [];
  const others = (free.data ?? [])
    .filter(({ can_switch }) => can_switch)
    .map(({ device_id, short_name }) => ({ value: device_id, label: short_name }));
  const { device_id = null, profile = SIX_LINES, poll_s = 60, version } = controller ?? {};
  const form = useRecordForm({
    call: controllersCalls.setController,
    record: { box_id, device_id, profile, poll_s, ...(version !== undefined && { version }) } as Record,
    toValues: valuesOf,
    toBody: bodyOf,
    fieldOf: fieldOfProfile,
    words: 'lighting',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t(controller ? 'controller.edit' : 'controller.set')} onClose={onClose}>
      <SelectField
        name="device_id"
        label={t('controller.device')}
        description={t('controller.device_hint')}
        options={[...own, ...others]}
        none={t('claim.choose')}
        searchable
        required
      />
      <NumberField name="poll_s" label={t('controller.poll')} unit="s" />
      {BY_LINE.map((what) => (
        <FieldGroup key={what} title={t(`controller.places.${what}`)}>
          {LINES.map((line) => (
            <NumberField
              key={line}
              name={`profile.${what}.${line - 1}`}
              label={t('lines.one', { line })}
              disabled={!may && GUARDED.includes(what)}
            />
          ))}
        </FieldGroup>
      ))}
      <FieldGrid min={200}>
        {INPUTS.map((what) => (
          <NumberField key={what} name={`profile.${what}`} label={t(`controller.places.${what}`)} />
        ))}
      </FieldGrid>
      <RegisterFields may={may} />
      {!may && <Muted>{t('controller.registers_of_managers')}</Muted>}
      <Muted>{t('controller.registers_hint')}</Muted>
    </FormDrawer>
  );
}
