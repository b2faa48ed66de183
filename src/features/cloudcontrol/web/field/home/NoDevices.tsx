import { Button, Group } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { HINTS } from '../../../configuration.model.ts';
import { ADD_WAYS } from './add-ways.ts';
import { FirstPlant } from './FirstPlant.tsx';

/** The ways to the first device; the easiest stands out. */
export function NoDevices({ tree, onPort }: { tree: DeviceTree; onPort: () => void }) {
  const { t } = useTranslation('field');
  if (tree.length === 0) return <FirstPlant />;
  return (
    <EmptyState
      icon={IconPlug}
      title={t('first.title')}
      hint={t('first.hint', { port: HINTS.port })}
      action={
        <Group justify="center" gap={8} mt={10}>
          {ADD_WAYS.map(({ key, to, icon: Icon }, i) => (
            <Button
              key={key}
              variant={i === 0 ? 'filled' : 'default'}
              leftSection={<Icon size={16} />}
              renderRoot={(root) => <Link to={to} {...root} />}
            >
              {t(`add.${key}`)}
            </Button>
          ))}
          <Button variant="default" leftSection={<IconPlug size={16} />} onClick={onPort}>
            {t('first.port')}
          </Button>
        </Group>
      }
    />
  );
}
