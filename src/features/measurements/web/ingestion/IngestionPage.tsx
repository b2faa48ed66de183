import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { MqttDevices } from './MqttDevices.tsx';
import { RefusedTable } from './RefusedTable.tsx';
import { SendTabs } from './SendTabs.tsx';

/** How readings come in: what can be sent where, who publishes by MQTT, and what was refused. */
export function IngestionPage() {
  const { t } = useTranslation('measurements');
  const [now] = useState(() => Date.now());
  const mayLook = useCan('plants.write');
  return (
    <Page title={t('ways.title')} subtitle={t('ways.subtitle')}>
      <SendTabs />
      {mayLook && <MqttDevices now={now} />}
      {mayLook && <RefusedTable now={now} />}
    </Page>
  );
}
