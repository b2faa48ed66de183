import { Group } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { HINTS } from '../../../configuration.model.ts';
import { AddButtons } from './AddButtons.tsx';
import { FirstPlant } from './FirstPlant.tsx';

/** The way to the first device. */
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
          <AddButtons onPort={onPort} />
        </Group>
      }
    />
  );
}
