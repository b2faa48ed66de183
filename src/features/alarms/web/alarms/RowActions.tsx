import { Menu, Space } from '@mantine/core';
import { IconBellOff, IconCheck, IconDots, IconRotate, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { LazyMenu } from '../../../../shared/web/ui/LazyMenu.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { useAlarmWork } from '../detail/use-alarm-work.ts';
import type { SnoozePlant } from '../snooze/snooze.public.ts';
import { useAlarmSentence } from '../use-alarm-message.ts';

interface Props {
  alarm: Alarm;
  onSnooze: (plant: SnoozePlant) => void;
}

/** What can be done with an open alarm where it stands; the rest is done in its own view. */
export function RowActions({ alarm, onSnooze }: Props) {
  const { t } = useTranslation('alarms');
  const { user_id } = useBelonging();
  const { mutate, isPending } = useAlarmWork();
  const name = `${useAlarmSentence()(alarm)} – ${alarm.plant_name}`;
  const acknowledged = alarm.acknowledged_at !== null;
  const mine = alarm.assigned_to?.id === user_id;
  const work = (change: Parameters<typeof mutate>[0]['change']) => {
    if (!isPending) mutate({ alarm, change });
  };
  return (
    <>
      {acknowledged ? (
        <Space w={32} display="inline-block" />
      ) : (
        <RowButton
          icon={IconCheck}
          label={t('row.acknowledge_of', { alarm: name })}
          onClick={() => work({ acknowledged: true })}
        />
      )}
      <LazyMenu label={t('row.more_of', { alarm: name })} icon={IconDots} size={32}>
        {() => (
          <>
            {acknowledged && (
              <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => work({ acknowledged: false })}>
                {t('row.unacknowledge')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconUserPlus size={16} />}
              onClick={() => work({ assigned_to: mine ? null : user_id })}
            >
              {t(mine ? 'row.give_back' : 'row.take')}
            </Menu.Item>
            <Menu.Item leftSection={<IconBellOff size={16} />} onClick={() => onSnooze(alarm)}>
              {t('row.snooze', { plant: alarm.plant_name })}
            </Menu.Item>
          </>
        )}
      </LazyMenu>
    </>
  );
}
