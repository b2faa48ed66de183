import { Button, Select, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { DifferenceList } from '../field/device/versions/Difference.tsx';
import forms from '../field/forms/forms.module.css';
import { placedOf } from '../field/home/home.model.ts';
import { useDeviceTree } from '../field/use-devices.ts';
import { useCalled, useTemplateRefusals } from './use-template-words.ts';
import { changeTemplate, useDifference, useTemplate } from './use-templates.ts';

function DeviceField({ onDevice }: { onDevice: (id: number) => void }) {
  const { t } = useTranslation('templates');
  const placed = placedOf(useDeviceTree().data ?? []);
  return (
    <Select
      data-autofocus
      label={t('renew.device')}
      searchable
      limit={200}
      data={placed.map(({ device, plant }) => ({
        value: String(device.id),
        label: `${device.short_name} · ${plant.name}`,
      }))}
      onChange={(next) => next && onDevice(Number(next))}
    />
  );
}

interface Props {
  template: { key: string; name: string };
  /** The device it is to become like; chosen here where it is left out. */
  device_id?: number;
  onClose: () => void;
}

/** Brings a template of the company's own to what a device has now, after showing what that would change. */
export function RenewDialog({ template, device_id, onClose }: Props) {
  const { t } = useTranslation('templates');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const { formMessage } = useTemplateRefusals();
  const [device, setDevice] = useState(device_id ?? null);
  const whole = useTemplate(template.key).data;
  const called = useCalled(whole);
  const { data, error, refetch } = useDifference(template.key, device);
  const renewing = useMutation({
    mutationFn: () =>
      changeTemplate(company, template.key, {
        ...(whole?.revision ? { revision: whole.revision } : {}),
        from_device: {
          device_id: device ?? 0,
          ...(data?.newest_version ? { newest_version: data.newest_version } : {}),
        },
      }),
    onSuccess: () => {
      toast.done(t('renew.done'));
      onClose();
    },
    onError: (fault) => {
      // Somebody was faster with the template or the device: the difference is shown anew.
      if (fault instanceof CallError && fault.status === 409) void refetch();
    },
  });
  const same = data?.differences.length === 0;
  return (
    <Dialog title={t('renew.title', { name: template.name })} size={720} onClose={onClose}>
      <div className={forms.form}>
        {renewing.error && <FormError>{formMessage(renewing.error)}</FormError>}
        {device_id === undefined && <DeviceField onDevice={setDevice} />}
        {device !== null && !data && !error && <Skeleton height={140} radius={8} aria-busy="true" />}
        {device !== null && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && <p className="muted">{t(same ? 'renew.same' : 'renew.text')}</p>}
        {data && <DifferenceList lines={data.differences} called={called} />}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {tc('cancel')}
        </Button>
        <Button loading={renewing.isPending} disabled={!data || same} onClick={() => renewing.mutate()}>
          {t('renew.confirm')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
