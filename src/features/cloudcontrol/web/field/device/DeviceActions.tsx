import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBinary,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconStackPush,
  IconTags,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import type { DeviceDetails } from '../../../configured.contract.ts';
import { ApplyTemplateDialog, MakeTemplateDialog } from '../../templates/DeviceTemplateDialogs.tsx';
import { BinDialog } from '../actions/BinDialog.tsx';
import { CopyDialog } from '../actions/CopyDialog.tsx';
import { SuspendDialog } from '../actions/SuspendDialog.tsx';
import { TagsDialog } from '../actions/TagsDialog.tsx';
import { addressOf } from '../home/home.model.ts';
import { patchDevice, patchPort } from '../writes.ts';

type DialogState =
  | 'suspend'
  | 'suspend_port'
  | 'copy'
  | 'bin'
  | 'tags'
  | 'make_template'
  | 'apply_template'
  | null;

/** What can be done with the device as a whole. */
export function DeviceActions({ details }: { details: DeviceDetails }) {
  const { device, port, tags } = details;
  const { t } = useTranslation('field');
  const { t: tt } = useTranslation('templates');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const { formMessage } = useErrorMessage('field');
  const [dialog, setDialog] = useState<DialogState>(null);
  const close = () => setDialog(null);
  const { version, short_name } = device;
  const resuming = useMutation({
    mutationFn: () => patchDevice(company, device.id, { enabled: true, version }),
    onSuccess: () => toast.done(t('suspend.resumed', { name: short_name })),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  const { enabled } = device;
  const setPort = async (on: boolean) =>
    port && patchPort(company, port.id, { enabled: on, version: port.version, master_id: device.id });
  const portName = port ? port.name || addressOf(port) : '';
  const resumingPort = useMutation({
    mutationFn: () => setPort(true),
    onSuccess: () => toast.done(t('suspend.resumed', { name: portName })),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  const what = { id: device.id, name: device.short_name, unit_id: device.unit_id };
  return (
    <>
      <Button
        variant="default"
        leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        loading={resuming.isPending}
        onClick={() => (enabled ? setDialog('suspend') : resuming.mutate())}
      >
        {t(enabled ? 'actions.off' : 'actions.on')}
      </Button>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('actions.more', { name: device.short_name })}>
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {device.port_id !== null && device.unit_id !== null && (
            <Menu.Item
              leftSection={<IconBinary size={16} />}
              renderRoot={(root) => (
                <Link
                  to="/apps/cloudcontrol/registers"
                  search={{ port: String(device.port_id), unit: String(device.unit_id) }}
                  {...root}
                />
              )}
            >
              {t('actions.registers')}
            </Menu.Item>
          )}
          {!device.virtual && (
            <Menu.Item
              leftSection={<IconStackPush size={16} />}
              renderRoot={(root) => (
                <Link
                  to="/apps/cloudcontrol/add"
                  search={{ plant: device.proj_code, how: 'range', like: String(device.id) }}
                  {...root}
                />
              )}
            >
              {t('actions.like')}
            </Menu.Item>
          )}
          {port && (
            <Menu.Item
              leftSection={port.enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
              onClick={() => (port.enabled ? setDialog('suspend_port') : resumingPort.mutate())}
            >
              {t(port.enabled ? 'actions.port_off' : 'actions.port_on')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTags size={16} />} onClick={() => setDialog('tags')}>
            {t('actions.tags')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setDialog('copy')}>
            {t('actions.copy')}
          </Menu.Item>
          {!device.virtual && (
            <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => setDialog('apply_template')}>
              {tt('actions.apply_to_this')}
            </Menu.Item>
          )}
          {!device.virtual && (
            <Menu.Item leftSection={<IconTemplate size={16} />} onClick={() => setDialog('make_template')}>
              {tt('actions.make')}
            </Menu.Item>
          )}
          <Menu.Item
            color="var(--alarm-text)"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDialog('bin')}
          >
            {t('actions.bin')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'suspend' && (
        <SuspendDialog
          what="device"
          name={short_name}
          suspend={() => patchDevice(company, device.id, { enabled: false, version })}
          onClose={close}
        />
      )}
      {dialog === 'suspend_port' && (
        <SuspendDialog what="port" name={portName} suspend={() => setPort(false)} onClose={close} />
      )}
      {dialog === 'tags' && <TagsDialog device={device} chosen={tags.map(({ id }) => id)} onClose={close} />}
      {dialog === 'copy' && (
        <CopyDialog
          device={what}
          onClose={close}
          onCopied={(id) => {
            close();
            void navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(id) } });
          }}
        />
      )}
      {dialog === 'make_template' && <MakeTemplateDialog device={device} onClose={close} />}
      {dialog === 'apply_template' && <ApplyTemplateDialog device={device} onClose={close} />}
      {dialog === 'bin' && (
        <BinDialog device={what} onClose={close} before={() => navigate({ to: '/apps/cloudcontrol' })} />
      )}
    </>
  );
}
