import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX, IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { MqttDoor } from '../../mqtt-credentials.contract.ts';
import { hostOf, isOutOfReach, mqttExample } from './ways.model.ts';
import { useMqttDoor } from './ways-in.api.ts';
import classes from './ways-in.module.css';

const LOOK = {
  open: { state: 'success', icon: IconPlugConnected },
  taken: { state: 'alarm', icon: IconPlugConnectedX },
  away: { state: 'warning', icon: IconPlugConnectedX },
  unknown: { state: 'warning', icon: IconPlugConnectedX },
  off: { state: 'snoozed', icon: IconPlugOff },
} as const;

/** Whether messages can come in now, in a word. */
export function DoorPill({ state }: Pick<MqttDoor, 'state'>) {
  const { t } = useTranslation('measurements');
  return <StatePill {...LOOK[state]} label={t(`ways.door.${state}`)} />;
}

function Facts({ door }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  const facts = [
    [t('ways.state'), <DoorPill key="state" state={door.state} />],
    [t('ways.host'), <code key="host">{hostOf(door, location.hostname)}</code>],
    [t('ways.port'), <code key="port">{door.port}</code>],
    ['TLS', door.tls ? t('ways.yes') : t('ways.no')],
    [t('ways.topic'), <code key="topic">{t('ways.topic_form')}</code>],
    [t('ways.protocol'), 'MQTT 3.1.1, QoS 1'],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What keeps messages out, if anything does. */
function Caution({ door }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  const { state } = door;
  const shut = state === 'taken' || state === 'away' || state === 'unknown';
  if (!shut && !isOutOfReach(door, location.hostname)) return null;
  return (
    <p className={classes.warning} data-state="warning">
      <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
      {shut ? t(`ways.door_hint.${state}`) : t('ways.out_of_reach')}
    </p>
  );
}

/** Where devices publish: address, topic, payload, and a command that shows them all. */
export function MqttDoorFacts({ variable }: { variable: string }) {
  const { t } = useTranslation('measurements');
  const { data: door, error, refetch } = useMqttDoor();
  if (error && !door) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!door) return <div className={classes.waiting} aria-busy="true" />;
  if (door.kind === 'off') return <p data-state="snoozed">{t('ways.mqtt_off')}</p>;
  const host = hostOf(door, location.hostname);
  const given = { user_name: 'c…-d…', topic: t('ways.topic_form'), variable };
  return (
    <>
      <Facts door={door} />
      <Caution door={door} />
      <CodeBlock title={t('ways.command')} text={mqttExample({ ...door, host }, given)} />
      <p className={classes.note}>{t('ways.mqtt_note')}</p>
    </>
  );
}
