import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import classes from './ingestion.module.css';
import { MqttDevices } from './MqttDevices.tsx';
import { RefusedTable } from './RefusedTable.tsx';
import { SendTabs } from './SendTabs.tsx';

/** How readings come in: what can be sent where, who publishes by MQTT, and what was refused. */
export function IngestionPage() {
  const { t } = useTranslation('measurements');
  const [now] = useState(() => Date.now());
  const mayLook = useCan('plants.write');
  usePageTitle(t('ways.title'));
  return (
    <div className={classes.page}>
      <header>
        <h1>{t('ways.title')}</h1>
        <p className="muted">{t('ways.subtitle')}</p>
      </header>
      <SendTabs />
      {mayLook && <MqttDevices now={now} />}
      {mayLook && <RefusedTable now={now} />}
    </div>
  );
}
