import { Tabs } from '@mantine/core';
import {
  IconBraces,
  IconBroadcast,
  IconFileUpload,
  IconListDetails,
  IconPlugConnected,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { CompanyImports } from '../RecentImports.tsx';
import { BrokerFacts } from './BrokerFacts.tsx';
import classes from './ingestion.module.css';
import {
  type Example,
  jsonExample,
  lineExample,
  ndjsonExample,
  telegrafExample,
} from './send-examples.model.ts';

const WAYS = ['json', 'lines', 'ndjson', 'mqtt', 'file'] as const;
type Way = (typeof WAYS)[number];
const ICONS: Readonly<Record<Way, TablerIcon>> = {
  json: IconBraces,
  lines: IconPlugConnected,
  ndjson: IconListDetails,
  mqtt: IconBroadcast,
  file: IconFileUpload,
};

/** A device of the company for the examples, an inverter if there is one; a made-up one where there is none. */
function useExample(): Example | undefined {
  const { data, isLoading } = useCall(plantsCalls.listDevices, { query: {} });
  if (isLoading) return undefined;
  const device = data?.find(({ category }) => category === 'inverter') ?? data?.[0];
  return {
    origin: location.origin,
    plant: device?.proj_code ?? 'PLANT-1',
    device: device?.short_name ?? 'INV1',
    variable: 'ac_power_kw',
  };
}

function KeyNote() {
  const { t } = useTranslation('measurements');
  const mayMake = useCan('company.administer');
  return (
    <p className={classes.note}>
      {t('ways.key_note')}{' '}
      {mayMake && (
        <Link className={classes.link ?? ''} to="/apps/asset/api-keys">
          {t('ways.to_keys')}
        </Link>
      )}
    </p>
  );
}

function Panel({ way, children }: { way: Way; children: ReactNode }) {
  const { t } = useTranslation('measurements');
  return (
    <Tabs.Panel value={way} className={classes.panel ?? ''}>
      <p>{t(`ways.about.${way}`)}</p>
      {children}
    </Tabs.Panel>
  );
}

function Examples({ example }: { example: Example }) {
  const { t } = useTranslation('measurements');
  const mayLook = useCan('plants.write');
  return (
    <>
      <Panel way="json">
        <CodeBlock title={t('ways.command')} text={jsonExample(example)} />
        <KeyNote />
      </Panel>
      <Panel way="lines">
        <div className={classes.pair}>
          <CodeBlock title="Telegraf" text={telegrafExample(example)} />
          <CodeBlock title={t('ways.command')} text={lineExample(example)} />
        </div>
        <KeyNote />
      </Panel>
      <Panel way="ndjson">
        <CodeBlock title={t('ways.command')} text={ndjsonExample(example)} />
        <KeyNote />
      </Panel>
      <Panel way="mqtt">
        <BrokerFacts variable={example.variable} />
      </Panel>
      <Panel way="file">
        <p>
          <Link className={classes.link ?? ''} to="/apps/asset">
            {t('ways.to_plants')}
          </Link>
        </p>
        {mayLook && <CompanyImports />}
      </Panel>
    </>
  );
}

/** What can be sent where, one way at a time, with commands that work as they are pasted. */
export function SendTabs() {
  const { t } = useTranslation('measurements');
  const example = useExample();
  return (
    <section className={classes.box} aria-label={t('ways.how')}>
      <Tabs defaultValue="json" keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''} aria-label={t('ways.how')}>
          {WAYS.map((way) => {
            const Icon = ICONS[way];
            return (
              <Tabs.Tab key={way} value={way} leftSection={<Icon size={16} aria-hidden="true" />}>
                {t(`ways.way.${way}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {example ? <Examples example={example} /> : <div className={classes.waiting} aria-busy="true" />}
      </Tabs>
    </section>
  );
}
