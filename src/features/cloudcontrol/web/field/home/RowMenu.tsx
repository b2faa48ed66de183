import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlug,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { LazyMenu } from '../../../../../shared/web/ui/LazyMenu.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { patchDevice, patchPort } from '../writes.ts';
import type { DialogState } from './dialog-state.ts';
import { addressOf, type Row, type TreeDevice, type TreePort } from './home.model.ts';

interface Props {
  row: Row;
  onOpen: (next: DialogState) => void;
}

/** Does something at once, and says how it went. */
function useAct() {
  const { formMessage } = useErrorMessage('field');
  return (action: () => Promise<unknown>, done: string) => {
    action().then(
      () => toast.done(done),
      (fault: unknown) => toast.failed(formMessage(fault)),
    );
  };
}

function DeviceItems({ device, onOpen }: { device: TreeDevice } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const act = useAct();
  const { enabled } = device;
  const resumed = t('suspend.resumed', { name: device.short_name });
  return (
    <>
      <Menu.Item
        leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() =>
          enabled
            ? onOpen({ kind: 'suspend', device })
            : act(() => patchDevice(company, device.id, { enabled: true }), resumed)
        }
      >
        {t(enabled ? 'actions.off' : 'actions.on')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onOpen({ kind: 'copy', device })}>
        {t('actions.copy')}
      </Menu.Item>
      <Menu.Item
        color="var(--alarm-text)"
        leftSection={<IconTrash size={16} />}
        onClick={() => onOpen({ kind: 'bin', device })}
      >
        {t('actions.bin')}
      </Menu.Item>
    </>
  );
}

/** Adds devices to a plant, or behind one of its ports. */
function AddItem({ plant, port_id = '' }: { plant: string; port_id?: string }) {
  const { t } = useTranslation('field');
  return (
    <Menu.Item
      leftSection={<IconPlus size={16} />}
      renderRoot={(root) => <Link to="/apps/cloudcontrol/add" search={{ plant, port_id }} {...root} />}
    >
      {t('add')}
    </Menu.Item>
  );
}

function PortItems({ port, onOpen }: { port: TreePort } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const act = useAct();
  const { enabled, version, proj_code, id } = port;
  const used = port.devices.length > 0;
  const resumed = t('suspend.resumed', { name: port.name || addressOf(port) });
  return (
    <>
      <AddItem plant={proj_code} port_id={String(id)} />
      <Menu.Item
        leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() =>
          enabled
            ? onOpen({ kind: 'suspend-port', port })
            : act(() => patchPort(company, id, { enabled: true, version }), resumed)
        }
      >
        {t(enabled ? 'actions.off' : 'actions.on')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onOpen({ kind: 'copy-port', port })}>
        {t('actions.copy')}
      </Menu.Item>
      <Menu.Item
        color="var(--alarm-text)"
        disabled={used}
        leftSection={<IconTrash size={16} />}
        onClick={() => onOpen({ kind: 'remove-port', port })}
      >
        {t('port.remove')}
        {used && <Muted as="div">{t('port.remove_not')}</Muted>}
      </Menu.Item>
    </>
  );
}

const nameOf = (row: Row): string => {
  if (row.kind === 'device') return row.placed.device.short_name;
  return row.kind === 'port' ? row.port.name || addressOf(row.port) : row.plant.name;
};

function Items({ row, onOpen }: Props) {
  const { t } = useTranslation('field');
  if (row.kind === 'device') return <DeviceItems device={row.placed.device} onOpen={onOpen} />;
  if (row.kind === 'port') return <PortItems port={row.port} onOpen={onOpen} />;
  const { proj_code } = row.plant;
  return (
    <>
      <AddItem plant={proj_code} />
      <Menu.Item leftSection={<IconPlug size={16} />} onClick={() => onOpen({ kind: 'new-port', proj_code })}>
        {t('port.new')}
      </Menu.Item>
    </>
  );
}

/** What can be done with a plant, a port or a device. */
export function RowMenu({ row, onOpen }: Props) {
  const { t } = useTranslation('field');
  return (
    <LazyMenu label={t('actions.more', { name: nameOf(row) })} icon={IconDots}>
      {() => <Items row={row} onOpen={onOpen} />}
    </LazyMenu>
  );
}
