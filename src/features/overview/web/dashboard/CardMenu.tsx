import { Menu } from '@mantine/core';
import { IconBell, IconBellOff, IconDotsVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { LazyMenu } from '../../../../shared/web/ui/LazyMenu.tsx';
import { SnoozeDialog } from '../../../alarms/web/snooze/snooze.public.ts';
import type { Card } from '../../overview.contract.ts';
import styles from './PlantCard.module.css';

interface Props {
  card: Pick<Card, 'code' | 'descr' | 'time_zone'>;
  compact?: boolean;
}

/** What can be done with a plant from its card. */
export function CardMenu({ card, compact = false }: Props) {
  const { t } = useTranslation('overview');
  const mayWrite = useCan('alarms.write');
  const [snoozing, setSnoozing] = useState(false);
  const { code, descr, time_zone } = card;
  return (
    <div className={styles.menu} data-compact={compact || undefined}>
      <LazyMenu label={t('card.more', { plant: descr })} icon={IconDotsVertical} size={24} above>
        {() => (
          <>
            <Menu.Item
              leftSection={<IconBell size={16} />}
              renderRoot={(root) => <Link to="/apps/asset/alarms" search={{ plant: code }} {...root} />}
            >
              {t('card.alarms')}
            </Menu.Item>
            {mayWrite && (
              <Menu.Item leftSection={<IconBellOff size={16} />} onClick={() => setSnoozing(true)}>
                {t('card.snooze')}
              </Menu.Item>
            )}
          </>
        )}
      </LazyMenu>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog
            plants={[{ proj_code: code, plant_name: descr, time_zone }]}
            onClose={() => setSnoozing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
