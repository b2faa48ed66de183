import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { MqttDevices } from './MqttDevices.tsx';
import { RefusedTable } from './RefusedTable.tsx';
import { SendTabs } from './SendTabs.tsx';

/** How readings come in: what was refused, who publishes by MQTT, and what can be sent where. */
export function IngestionPage() {
  const { t } = useTranslation('measurements');
  const [now] = useState(() => Date.now());
  const mayLook = useCan('plants.write');
  return (
    <Page title={t('ways.title')} subtitle={t('ways.subtitle')}>
      {mayLook && <RefusedTable now={now} />}
      {mayLook && <MqttDevices now={now} />}
      <SendTabs />
    </Page>
  );
}
