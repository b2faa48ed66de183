import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { templatesCalls } from '../../templates.contract.ts';
import { DifferenceList } from '../field/device/versions/Difference.tsx';
import { placedOf } from '../field/home/home.model.ts';
import { useDeviceTree } from '../field/use-devices.ts';
import { useCalled, useTemplateMessages } from './use-template-words.ts';
import { useDifference, useKeptTemplate, useTemplate } from './use-templates.ts';

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
  const { formMessage } = useTemplateMessages();
  const [device, setDevice] = useState(device_id ?? null);
  const whole = useTemplate(template.key).data;
  const called = useCalled(whole);
  const difference = useDifference(template.key, device);
  const { data } = difference;
  const keep = useKeptTemplate();
  const renewing = useSend(templatesCalls.change, {
    onDone: (saved) => {
      keep(saved);
      toast.done(t('renew.done'));
      onClose();
    },
    onFailed: (fault) => {
      // Somebody was faster with the template or the device: the difference is shown anew.
      if (fault instanceof CallError && fault.status === 409) void difference.refetch();
    },
  });
  const renew = () => {
    const newest = data?.newest_version;
    const from_device = { device_id: device ?? 0, ...(newest ? { newest_version: newest } : {}) };
    const revision = whole?.revision ? { revision: whole.revision } : {};
    renewing.mutate({ params: { key: template.key }, body: { ...revision, from_device } });
  };
  const same = data?.differences.length === 0;
  return (
    <Dialog title={t('renew.title', { name: template.name })} size={720} onClose={onClose}>
      <Stack gap={16}>
        {renewing.error && <FormError>{formMessage(renewing.error)}</FormError>}
        {device_id === undefined && <DeviceField onDevice={setDevice} />}
        {device !== null && (
          <Known query={difference} height={140}>
            {({ differences }) => (
              <>
                <Muted size="md">{t(same ? 'renew.same' : 'renew.text')}</Muted>
                <DifferenceList lines={differences} called={called} />
              </>
            )}
          </Known>
        )}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {tc('cancel')}
        </Button>
        <Button loading={renewing.isPending} disabled={!data || same} onClick={renew}>
          {t('renew.confirm')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
