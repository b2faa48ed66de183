import { Anchor, Button } from '@mantine/core';
import { IconDevices, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { TEMPLATES } from '../../template.model.ts';
import type { Template } from '../../templates.contract.ts';

type Made = Template['made'][number];

function useColumns(version: number): readonly DataColumn<Made>[] {
  const { t } = useTranslation('templates');
  return useMemo(
    () => [
      {
        id: 'device',
        header: t('field.device'),
        names: true,
        value: ({ short_name }) => short_name,
        cell: ({ device_id, short_name }) => (
          <Anchor
            c="inherit"
            fw={600}
            renderRoot={(props) => (
              <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(device_id) }} {...props} />
            )}
          >
            {short_name}
          </Anchor>
        ),
      },
      { id: 'plant', header: t('field.plant'), value: ({ plant_name }) => plant_name },
      {
        id: 'version',
        header: t('field.version'),
        value: (one) => one.version,
        cell: (one) =>
          one.version < version ? (
            <StatePill state="warning" label={t('page.older', { version: one.version })} />
          ) : (
            <StatePill state="success" label={t('page.up_to_date')} />
          ),
      },
    ],
    [t, version],
  );
}

/** How many devices lag behind, by their version: one sentence each. */
function useBehind({ made, version: newest }: Template): string {
  const { t } = useTranslation('templates');
  const counts = new Map<number, number>();
  for (const { version } of made) if (version < newest) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts].map(([version, count]) => t('page.behind_of', { count, version })).join(' · ');
}

interface Props {
  template: Template;
  onUpdate: (device_ids: number[]) => void;
}

/** The devices that were made from a template, and which of them lag behind. */
export function DevicesTable({ template, onUpdate }: Props) {
  const { t } = useTranslation('templates');
  const { made, version, devices } = template;
  const columns = useColumns(version);
  const behind = made.filter((one) => one.version < version).slice(0, TEMPLATES.devices);
  const lagging = useBehind(template);
  return (
    <Section
      look="plain"
      title={t('page.devices')}
      beside={
        lagging && (
          <Note tone="warning" small inline>
            {lagging}
          </Note>
        )
      }
      actions={
        behind.length > 0 && (
          <Button
            variant="light"
            leftSection={<IconRefresh size={16} />}
            onClick={() => onUpdate(behind.map(({ device_id }) => device_id))}
          >
            {t('actions.update', { count: behind.length })}
          </Button>
        )
      }
    >
      {made.length === 0 ? (
        <Muted size="md">
          {t('page.devices_none')}. {t('page.devices_none_hint')}
        </Muted>
      ) : (
        <DataTable
          label={t('page.devices')}
          columns={columns}
          rows={made}
          rowKey={({ device_id }) => device_id}
          search={made.length > 8 ? t('apply.search') : null}
          empty={{ icon: IconDevices, title: t('page.devices_none') }}
        />
      )}
      {devices > made.length && <Muted size="md">{t('page.more_devices', { count: made.length })}</Muted>}
    </Section>
  );
}
