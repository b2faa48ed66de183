import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { type Option, SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Camera, camerasCalls } from '../cameras.contract.ts';
import { useSpoken } from './use-spoken.ts';

/** Adds a camera of a plant. // spec §8 */
export function NewCameraDialog({
  plants,
  proj_code,
  onClose,
}: {
  plants: readonly Option[];
  proj_code: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('cameras');
  const form = useRecordForm({
    call: camerasCalls.create,
    record: { proj_code, name: '', stream: null as number | null, is_thermal_camera: false },
    send: useSpoken(camerasCalls.create, {}, t('messages.create_failed')),
    words: 'cameras',
    quiet: true,
    onSaved: ({ camera }) => {
      toast.done(t('messages.created', { camera: camera.cam_name }));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('camera.new')} submit={t('camera.new')} onClose={onClose}>
      <SelectField name="proj_code" label={t('plant')} options={plants} searchable />
      <TextField name="name" label={t('camera.name')} maxLength={80} data-autofocus />
      <NumberField name="stream" label={t('camera.number')} description={t('camera.number_hint')} />
      <SwitchField name="is_thermal_camera" label={t('thermal')} />
    </FormDialog>
  );
}

/** Changes a camera. */
export function CameraDialog({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { t } = useTranslation('cameras');
  const params = { id: String(camera.id) };
  const form = useRecordForm({
    call: camerasCalls.change,
    params,
    record: camera,
    fromAnswer: (answer) => answer.camera,
    fromConflict: (stored) => stored,
    send: useSpoken(camerasCalls.change, { params }, t('messages.change_failed')),
    words: 'cameras',
    quiet: true,
    onSaved: (answer) => {
      toast.done(t('messages.changed', { camera: answer.camera.cam_name }));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('camera.change', { camera: camera.cam_name })} onClose={onClose}>
      <TextField name="cam_name" label={t('camera.name')} maxLength={80} data-autofocus />
      <NumberField name="cam_num" label={t('camera.number')} description={t('camera.number_hint')} />
      <SwitchField name="is_thermal_camera" label={t('thermal')} />
      <SwitchField name="is_active" label={t('camera.active')} />
    </FormDialog>
  );
}
