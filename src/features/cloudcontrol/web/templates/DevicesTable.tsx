import { Button } from '@mantine/core';
import { IconDevices, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { TEMPLATES } from '../../template.model.ts';
import type { Template } from '../../templates.contract.ts';
import classes from './templates.module.css';

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
          <Link
            to="/apps/cloudcontrol/devices/$id"
            params={{ id: String(device_id) }}
            className={classes.name}
          >
            {short_name}
          </Link>
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
function Behind({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const counts = new Map<number, number>();
  for (const { version } of template.made)
    if (version < template.version) counts.set(version, (counts.get(version) ?? 0) + 1);
  const sentences = [...counts].map(([version, count]) => t('page.behind_of', { count, version }));
  return <span className={classes.lagging}>{sentences.join(' · ')}</span>;
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
  return (
    <section className={classes.section}>
      <div className={classes.bar}>
        <h2>{t('page.devices')}</h2>
        {behind.length > 0 && (
          <span>
            <Behind template={template} />{' '}
            <Button
              variant="light"
              leftSection={<IconRefresh size={16} />}
              onClick={() => onUpdate(behind.map(({ device_id }) => device_id))}
            >
              {t('deed.update', { count: behind.length })}
            </Button>
          </span>
        )}
      </div>
      <DataTable
        label={t('page.devices')}
        columns={columns}
        rows={made}
        rowKey={({ device_id }) => device_id}
        search={made.length > 8 ? t('apply.search') : null}
        empty={{ icon: IconDevices, title: t('page.devices_none'), hint: t('page.devices_none_hint') }}
      />
      {devices > made.length && <p className="muted">{t('page.more_devices', { count: made.length })}</p>}
    </section>
  );
}
