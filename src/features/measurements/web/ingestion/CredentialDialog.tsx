import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/call.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type MqttCredential, mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';

/** A credential in the one answer that holds its secret. */
export type MadeCredential = Out<(typeof mqttCredentialsCalls)['create']['ok']>;

interface Props {
  /** The credential that another one takes the place of. */
  replaced?: MqttCredential;
  onMade: (credential: MadeCredential) => void;
  onClose: () => void;
}

/** The device, of those without a credential, plant by plant. */
function DeviceField() {
  const { t } = useTranslation('measurements');
  const { data: credentials = [] } = useCall(mqttCredentialsCalls.list, { query: {} });
  const { data: devices = [], isError } = useCall(plantsCalls.listDevices, { query: {} });
  const taken = new Set(credentials.map(({ device_id }) => device_id));
  const free = devices.filter(({ device_id }) => !taken.has(device_id));
  return (
    <SelectField
      name="device_id"
      label={t('ways.device')}
      description={t('ways.device_hint')}
      placeholder={t('ways.choose')}
      searchable
      nothingFound={t('ways.no_device')}
      options={free.map(({ device_id, proj_code, short_name }) => ({
        value: device_id,
        label: `${proj_code} / ${short_name}`,
      }))}
      fault={isError ? t('ways.devices_failed') : undefined}
    />
  );
}

/** Makes a device's credential, or another one in its place. */
export function CredentialDialog({ replaced, onMade, onClose }: Props) {
  const { t } = useTranslation('measurements');
  const record: { device_id: number | null } = { device_id: replaced?.device_id ?? null };
  const form = useRecordForm({
    call: mqttCredentialsCalls.create,
    record,
    toBody: (values) => ({ ...values, replace: replaced !== undefined }),
    words: 'measurements',
    quiet: true,
    onSaved: onMade,
  });
  const name = replaced && `${replaced.proj_code} / ${replaced.short_name}`;
  return (
    <FormDialog
      form={form}
      title={name ? t('ways.replace_title', { name }) : t('ways.create')}
      size={460}
      submit={t(replaced ? 'ways.replace' : 'ways.create')}
      onClose={onClose}
    >
      {replaced ? <p>{t('ways.replace_text')}</p> : <DeviceField />}
    </FormDialog>
  );
}
