import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX, IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type MqttDoor, mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';
import classes from './ingestion.module.css';
import { hostOf, isOutOfReach, mqttExample } from './send-examples.model.ts';

const LOOK = {
  open: { state: 'success', icon: IconPlugConnected },
  taken: { state: 'alarm', icon: IconPlugConnectedX },
  away: { state: 'warning', icon: IconPlugConnectedX },
  unknown: { state: 'warning', icon: IconPlugConnectedX },
  off: { state: 'snoozed', icon: IconPlugOff },
} as const;

/** Whether messages can come in now, in a word. */
export function BrokerStatePill({ state }: Pick<MqttDoor, 'state'>) {
  const { t } = useTranslation('measurements');
  return <StatePill {...LOOK[state]} label={t(`ways.door.${state}`)} />;
}

function Facts({ door: broker }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  const facts = [
    [t('ways.state'), <BrokerStatePill key="state" state={broker.state} />],
    [t('ways.host'), <code key="host">{hostOf(broker, location.hostname)}</code>],
    [t('ways.port'), <code key="port">{broker.port}</code>],
    ['TLS', broker.tls ? t('ways.yes') : t('ways.no')],
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
function Caution({ door: broker }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  const { state } = broker;
  const shut = state === 'taken' || state === 'away' || state === 'unknown';
  if (!shut && !isOutOfReach(broker, location.hostname)) return null;
  return (
    <p className={classes.warning} data-state="warning">
      <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
      {shut ? t(`ways.door_hint.${state}`) : t('ways.out_of_reach')}
    </p>
  );
}

/** Where devices publish: address, topic, payload, and a command that shows them all. */
export function BrokerFacts({ variable }: { variable: string }) {
  const { t } = useTranslation('measurements');
  const { data: broker, error, refetch } = useCall(mqttCredentialsCalls.door);
  if (error && !broker) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!broker) return <div className={classes.waiting} aria-busy="true" />;
  if (broker.kind === 'off') return <p data-state="snoozed">{t('ways.mqtt_off')}</p>;
  const host = hostOf(broker, location.hostname);
  const given = { user_name: 'c…-d…', topic: t('ways.topic_form'), variable };
  return (
    <>
      <Facts door={broker} />
      <Caution door={broker} />
      <CodeBlock title={t('ways.command')} text={mqttExample({ ...broker, host }, given)} />
      <p className={classes.note}>{t('ways.mqtt_note')}</p>
    </>
  );
}
