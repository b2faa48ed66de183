import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { AlarmLink } from '../AlarmLink.tsx';
import { AlarmPill } from '../AlarmPill.tsx';
import { useAlarmSentence } from '../use-alarm-message.ts';

function AlarmList({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation('detail');
  const messageFor = useAlarmSentence();
  return (
    <List listStyleType="none" spacing={6}>
      {alarms.map((alarm) => (
        <List.Item key={alarm.id}>
          <AlarmPill alarm={alarm} />{' '}
          <AlarmLink id={alarm.id} kept>
            {messageFor(alarm)}
          </AlarmLink>{' '}
          {alarm.end_date !== null && <span className="muted">{t('closed')}</span>}
        </List.Item>
      ))}
    </List>
  );
}

/** What this alarm follows from, and what follows from it. */
export function Related(props: { cause: Alarm | null; consequences: readonly Alarm[] }) {
  const { cause, consequences } = props;
  const { t } = useTranslation('detail');
  if (cause === null && consequences.length === 0) return null;
  return (
    <Panel pad="sm" label={t('related.title')}>
      {cause !== null && (
        <>
          <h3>{t('related.cause')}</h3>
          <AlarmList alarms={[cause]} />
        </>
      )}
      {consequences.length > 0 && (
        <>
          <h3>{t('related.consequences', { count: consequences.length })}</h3>
          <AlarmList alarms={consequences} />
        </>
      )}
    </Panel>
  );
}
