import { SimpleGrid, Stack, Tabs } from '@mantine/core';
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
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
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
type WayName = (typeof WAYS)[number];
const ICONS: Readonly<Record<WayName, TablerIcon>> = {
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
    <Muted>
      {t('ways.key_note')} {mayMake && <Link to="/apps/asset/api-keys">{t('ways.to_keys')}</Link>}
    </Muted>
  );
}

function Way({ way, children }: { way: WayName; children: ReactNode }) {
  const { t } = useTranslation('measurements');
  return (
    <Tabs.Panel value={way} pt={14}>
      <Stack gap={12}>
        <p style={{ maxWidth: '80ch' }}>{t(`ways.about.${way}`)}</p>
        {children}
      </Stack>
    </Tabs.Panel>
  );
}

function Examples({ example }: { example: Example }) {
  const { t } = useTranslation('measurements');
  const mayLook = useCan('plants.write');
  return (
    <>
      <Way way="json">
        <CodeBlock title={t('ways.command')} text={jsonExample(example)} />
        <KeyNote />
      </Way>
      <Way way="lines">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={16} verticalSpacing={12}>
          <CodeBlock title="Telegraf" text={telegrafExample(example)} />
          <CodeBlock title={t('ways.command')} text={lineExample(example)} />
        </SimpleGrid>
        <KeyNote />
      </Way>
      <Way way="ndjson">
        <CodeBlock title={t('ways.command')} text={ndjsonExample(example)} />
        <KeyNote />
      </Way>
      <Way way="mqtt">
        <BrokerFacts variable={example.variable} />
      </Way>
      <Way way="file">
        <div>
          <Link to="/apps/asset">{t('ways.to_plants')}</Link>
        </div>
        {mayLook && <CompanyImports />}
      </Way>
    </>
  );
}

/** What can be sent where, one way at a time, with commands that work as they are pasted. */
export function SendTabs() {
  const { t } = useTranslation('measurements');
  const example = useExample();
  return (
    <Panel label={t('ways.how')}>
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
        {example ? <Examples example={example} /> : <Waiting heights={[240]} />}
      </Tabs>
    </Panel>
  );
}
