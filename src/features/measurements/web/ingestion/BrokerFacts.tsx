import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX, IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type MqttDoor, mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';
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

function Door({ door: broker }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  return (
    <Facts>
      <Fact label={t('ways.state')}>
        <BrokerStatePill state={broker.state} />
      </Fact>
      <Fact label={t('ways.host')}>
        <code>{hostOf(broker, location.hostname)}</code>
      </Fact>
      <Fact label={t('ways.port')}>
        <code>{broker.port}</code>
      </Fact>
      <Fact label="TLS">{broker.tls ? t('ways.yes') : t('ways.no')}</Fact>
      <Fact label={t('ways.topic')}>
        <code>{t('ways.topic_form')}</code>
      </Fact>
      <Fact label={t('ways.protocol')}>MQTT 3.1.1, QoS 1</Fact>
    </Facts>
  );
}

/** What keeps messages out, if anything does. */
function Caution({ door: broker }: { door: MqttDoor }) {
  const { t } = useTranslation('measurements');
  const { state } = broker;
  const shut = state === 'taken' || state === 'away' || state === 'unknown';
  if (!shut && !isOutOfReach(broker, location.hostname)) return null;
  return (
    <Note tone="warning" icon={IconAlertTriangle} filled>
      {shut ? t(`ways.door_hint.${state}`) : t('ways.out_of_reach')}
    </Note>
  );
}

/** Where devices publish: address, topic, payload, and a command that shows them all. */
export function BrokerFacts({ variable }: { variable: string }) {
  const { t } = useTranslation('measurements');
  const { data: broker, error, refetch } = useCall(mqttCredentialsCalls.door);
  if (error && !broker) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!broker) return <Waiting heights={[240]} />;
  if (broker.kind === 'off') return <p data-state="snoozed">{t('ways.mqtt_off')}</p>;
  const host = hostOf(broker, location.hostname);
  const given = { user_name: 'c…-d…', topic: t('ways.topic_form'), variable };
  return (
    <>
      <Door door={broker} />
      <Caution door={broker} />
      <CodeBlock title={t('ways.command')} text={mqttExample({ ...broker, host }, given)} />
      <Muted>{t('ways.mqtt_note')}</Muted>
    </>
  );
}
