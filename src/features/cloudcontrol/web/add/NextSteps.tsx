import { Button } from '@mantine/core';
import { IconBinary, IconPencil, IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import type { How } from './add-search.ts';
import type { Looked } from './use-found.ts';

interface Props {
  looked: Looked;
  unit: number;
  onHow: (how: How) => void;
}

/** Where to go on with a device that does not say what it is: its registers, or another way to add it. */
export function NextSteps({ looked: { question }, unit, onHow }: Props) {
  const { t } = useTranslation('add');
  const { target } = question;
  const gateway =
    'port_id' in target
      ? { port: String(target.port_id) }
      : { host: target.host, tcp: String(target.port ?? ''), framer: target.framer };
  return (
    <Buttons>
      <Button variant="default" leftSection={<IconTemplate size={16} />} onClick={() => onHow('template')}>
        {t('next.templates')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBinary size={16} />}
        renderRoot={(root) => (
          <Link to="/apps/cloudcontrol/registers" search={{ ...gateway, unit: String(unit) }} {...root} />
        )}
      >
        {t('next.registers')}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => onHow('hand')}>
        {t('next.by_hand')}
      </Button>
    </Buttons>
  );
}
