import { Button } from '@mantine/core';
import { IconBinary, IconPencil, IconTemplate } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewDeviceDialog } from '../field/actions/NewDeviceDialog.tsx';
import classes from './find.module.css';
import type { Looked } from './use-find-form.ts';

function ByHand({ looked: { question, proj_code } }: { looked: Looked }) {
  const { t } = useTranslation('find');
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { target } = question;
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen(true)}>
        {t('next.by_hand')}
      </Button>
      {open && (
        <NewDeviceDialog
          proj_code={proj_code}
          {...('port_id' in target ? { port_id: target.port_id } : {})}
          onMade={(id) => void navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(id) } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The same gateway and unit on the workbench. */
function Registers({ looked: { question }, unit }: Props) {
  const { t } = useTranslation('find');
  const { target } = question;
  const gateway =
    'port_id' in target
      ? { port: String(target.port_id) }
      : { host: target.host, tcp: String(target.port ?? ''), framer: target.framer };
  return (
    <Button
      variant="default"
      leftSection={<IconBinary size={16} />}
      renderRoot={(root) => (
        <Link to="/apps/cloudcontrol/registers" search={{ ...gateway, unit: String(unit) }} {...root} />
      )}
    >
      {t('next.registers')}
    </Button>
  );
}

/** Makers' devices whose registers are known. */
function Templates() {
  const { t } = useTranslation('find');
  return (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} />}
      renderRoot={(root) => <Link to="/apps/cloudcontrol/templates" {...root} />}
    >
      {t('next.templates')}
    </Button>
  );
}

interface Props {
  looked: Looked;
  unit: number;
}

/** Where to go on with a device that does not say what it is. */
export function NextSteps(props: Props) {
  const { looked } = props;
  return (
    <div className={classes.steps}>
      <Registers {...props} />
      <Templates />
      <ByHand looked={looked} />
    </div>
  );
}
