import { Button, Select, Stack } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/call.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
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

/** Devices that may be chosen: those without a credential, plant by plant. */
function useChoices() {
  const { data: credentials = [] } = useCall(mqttCredentialsCalls.list, { query: {} });
  const { data: devices = [], isError } = useCall(plantsCalls.listDevices, { query: {} });
  const taken = new Set(credentials.map(({ device_id }) => device_id));
  const free = devices.filter(({ device_id }) => !taken.has(device_id));
  const choices = free.map(({ device_id, proj_code, short_name }) => ({
    value: String(device_id),
    label: `${proj_code} / ${short_name}`,
  }));
  return { choices, failed: isError };
}

function useCredentialForm({ replaced, onMade }: Props) {
  const company = useCompany().id_client;
  const sentenceOf = useRefusalSentence();
  const form = useForm({ defaultValues: { device_id: replaced ? String(replaced.device_id) : '' } });
  const { submit, refusal } = useSubmit(form, {
    words: { formMessage: sentenceOf, fieldMessage: ({ message }) => message },
    act: async ({ device_id }) => {
      const body = { device_id: Number(device_id), replace: replaced !== undefined };
      const made = await send(mqttCredentialsCalls.create, { company, body });
      onMade(made);
    },
  });
  return { form, submit, refusal };
}

/** Makes a device's credential, or another one in its place. */
export function CredentialDialog(props: Props) {
  const { replaced, onClose } = props;
  const { t } = useTranslation('measurements');
  const { t: common } = useTranslation();
  const { choices, failed } = useChoices();
  const { form, submit, refusal } = useCredentialForm(props);
  const name = replaced && `${replaced.proj_code} / ${replaced.short_name}`;
  return (
    <Dialog title={name ? t('ways.replace_title', { name }) : t('ways.create')} size={460} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap={16}>
          <FormError>{refusal}</FormError>
          {replaced ? (
            <p>{t('ways.replace_text')}</p>
          ) : (
            <Controller
              control={form.control}
              name="device_id"
              rules={{ validate: (id) => id !== '' || t('ways.device_missing') }}
              render={({ field, fieldState }) => (
                <Select
                  data-autofocus
                  label={t('ways.device')}
                  description={t('ways.device_hint')}
                  placeholder={t('ways.choose')}
                  searchable
                  openOnFocus={false}
                  // Inside the dialog, so that readers of screens find it there.
                  comboboxProps={{ withinPortal: false }}
                  maxDropdownHeight={220}
                  limit={200}
                  nothingFoundMessage={t('ways.no_device')}
                  data={choices}
                  value={field.value || null}
                  onChange={(id) => field.onChange(id ?? '')}
                  onBlur={field.onBlur}
                  error={failed ? t('ways.devices_failed') : fieldState.error?.message}
                />
              )}
            />
          )}
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting}>
              {replaced ? t('ways.replace') : t('ways.create')}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
