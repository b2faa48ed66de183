import { Button } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What the new devices belong to, where it is known. */
  plant?: string;
  onPort: () => void;
}

/** The one way in which devices come into the company, and a port without any. */
export function AddButtons({ plant = '', onPort }: Props) {
  const { t } = useTranslation('field');
  return (
    <>
      <Button variant="default" leftSection={<IconPlug size={16} />} onClick={onPort}>
        {t('port.new')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} />}
        renderRoot={(root) => <Link to="/apps/cloudcontrol/add" search={{ plant }} {...root} />}
      >
        {t('add')}
      </Button>
    </>
  );
}
