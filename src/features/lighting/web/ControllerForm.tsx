import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { FieldGrid, FieldGroup } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { controllersCalls, type IoController } from '../controllers.contract.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import { lightingMetersCalls } from '../meters.contract.ts';
import { LINES } from '../night.model.ts';

interface Props {
  box_id: number;
  /** Null: it has none yet. */
  controller: IoController | null;
  onClose: () => void;
}

const BY_LINE = ['coils', 'feedback', 'breaker'] as const;
const INPUTS = ['manual', 'door', 'supply', 'leakage'] as const;

/** Which device switches a box, and where its outputs and inputs stand. Its registers stay as they were claimed. */
export function ControllerForm({ box_id, controller, onClose }: Props) {
  const { t } = useTranslation('lighting');
  const free = useCall(lightingMetersCalls.freeDevices, { query: {} });
  const own = controller ? [{ value: controller.device_id, label: controller.short_name }] : [];
  const others = (free.data ?? [])
    .filter(({ has_port }) => has_port)
    .map(({ device_id, short_name }) => ({ value: device_id, label: short_name }));
  const { device_id = null, profile = SIX_LINES, poll_s = 60, version } = controller ?? {};
  const form = useRecordForm({
    call: controllersCalls.setController,
    record: { box_id, device_id, profile, poll_s, ...(version !== undefined && { version }) },
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
            <NumberField key={line} name={`profile.${what}.${line - 1}`} label={t('lines.one', { line })} />
          ))}
        </FieldGroup>
      ))}
      <FieldGrid min={200}>
        {INPUTS.map((what) => (
          <NumberField key={what} name={`profile.${what}`} label={t(`controller.places.${what}`)} />
        ))}
      </FieldGrid>
    </FormDrawer>
  );
}
