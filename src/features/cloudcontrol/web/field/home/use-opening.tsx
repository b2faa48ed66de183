import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { BinDialog } from '../actions/BinDialog.tsx';
import { CopyDialog } from '../actions/CopyDialog.tsx';
import { SuspendDialog } from '../actions/SuspendDialog.tsx';
import { CopyPortDialog } from '../ports/CopyPortDialog.tsx';
import { PortDialog } from '../ports/PortDialog.tsx';
import { RemovePortDialog } from '../ports/RemovePortDialog.tsx';
import { patchDevice, patchPort } from '../writes.ts';
import { AddButtons } from './AddButtons.tsx';
import type { DialogState } from './dialog-state.ts';
import { addressOf, type Row, type TreeDevice, type TreePort } from './home.model.ts';
import { RowMenu } from './RowMenu.tsx';

/** What can be done on the home, and what is open over it. */
export interface Opening {
  buttons: ReactNode;
  actions: (row: Row) => ReactNode;
  over: ReactNode;
  newPort: () => void;
}

function SuspendDevice({ device, onClose }: { device: TreeDevice; onClose: () => void }) {
  const company = useCompany().id_client;
  const suspend = () => patchDevice(company, device.id, { enabled: false });
  return <SuspendDialog what="device" name={device.short_name} suspend={suspend} onClose={onClose} />;
}

function SuspendPort({ port, onClose }: { port: TreePort; onClose: () => void }) {
  const company = useCompany().id_client;
  const { id, version, name } = port;
  const suspend = () => patchPort(company, id, { enabled: false, version });
  return <SuspendDialog what="port" name={name || addressOf(port)} suspend={suspend} onClose={onClose} />;
}

function ActiveDialog({
  opened: dialog,
  onOpen,
}: {
  opened: DialogState;
  onOpen: (next: DialogState) => void;
}) {
  const navigate = useNavigate();
  const close = () => onOpen(null);
  const goTo = (id: number) => {
    close();
    void navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(id) } });
  };
  switch (dialog?.kind) {
    case 'new-port':
      return (
        <PortDialog
          {...(dialog.proj_code ? { proj_code: dialog.proj_code } : {})}
          // A port without a device does nothing: the next step stands open.
          onMade={({ proj_code: plant, id }) => {
            close();
            void navigate({ to: '/apps/cloudcontrol/add', search: { plant, port_id: String(id) } });
          }}
          onClose={close}
        />
      );
    case 'copy': {
      const { id, short_name, unit_id } = dialog.device;
      return <CopyDialog device={{ id, name: short_name, unit_id }} onCopied={goTo} onClose={close} />;
    }
    case 'bin':
      return <BinDialog device={{ id: dialog.device.id, name: dialog.device.short_name }} onClose={close} />;
    case 'suspend':
      return <SuspendDevice device={dialog.device} onClose={close} />;
    case 'suspend-port':
      return <SuspendPort port={dialog.port} onClose={close} />;
    case 'copy-port':
      return <CopyPortDialog port={dialog.port} onClose={close} />;
    case 'remove-port':
      return <RemovePortDialog port={dialog.port} onClose={close} />;
    default:
      return null;
  }
}

/** What is opened from the home, by its buttons and by the menus of its rows. */
export function useOpening(tree: DeviceTree | undefined): Opening {
  const [dialog, setDialog] = useState<DialogState>(null);
  const actions = useCallback((row: Row) => <RowMenu row={row} onOpen={setDialog} />, []);
  const newPort = () => setDialog({ kind: 'new-port' });
  const has = tree !== undefined && tree.length > 0;
  const buttons = has && <AddButtons onPort={newPort} />;
  return { buttons, actions, over: <ActiveDialog opened={dialog} onOpen={setDialog} />, newPort };
}
