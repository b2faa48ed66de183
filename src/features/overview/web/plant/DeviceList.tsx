import { IconCpu } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fits } from '../../../../shared/web/charts/unit-guard.model.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import type { Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import { ImportDialog } from '../../../measurements/web/import.public.ts';
import type { PlantOverview } from '../../overview.contract.ts';
import { DeviceBranch } from './DeviceBranch.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import { type Device, devicesByCategory, findDevices } from './devices.model.ts';
import classes from './devices.module.css';
import { FirstDevice } from './FirstDevice.tsx';

interface Props {
  overview: PlantOverview;
  now: number;
  drawables: readonly Drawable[];
  chosen: readonly Drawable[];
  onChosen: (next: Drawable[]) => void;
}

const MANY = 8;

/** Puts a variable into the chart or takes it out; a fifth unit of measure is refused, and which one is remembered. */
function useToggle({ drawables, chosen, onChosen }: Pick<Props, 'drawables' | 'chosen' | 'onChosen'>) {
  const [refused, setRefused] = useState<string | null>(null);
  const toggle = (key: string) => {
    setRefused(null);
    if (chosen.some((one) => one.key === key)) return onChosen(chosen.filter((one) => one.key !== key));
    const wanted = drawables.find((one) => one.key === key);
    if (!wanted) return;
    if (fits(chosen, wanted)) return onChosen([...chosen, wanted]);
    setRefused(key);
  };
  return { toggle, refused };
}

/** The plant's devices with their last values, ages and qualities. */
export function DeviceList({ overview, now, drawables, chosen, onChosen }: Props) {
  const { t } = useTranslation('plant');
  const [text, setText] = useState('');
  const [importing, setImporting] = useState<Device | null>(null);
  const mayImport = useCan('plants.write');
  const { toggle, refused } = useToggle({ drawables, chosen, onChosen });
  const chosenKeys = new Set(chosen.map((one) => one.key));
  const { devices, plant } = overview;
  const shown = findDevices(devices, text);
  return (
    <Section
      look="table"
      title={t('devices.title')}
      beside={<span className="muted num">{t('devices.count', { count: devices.length })}</span>}
      actions={
        devices.length > MANY && (
          <SearchField
            className={classes.search ?? ''}
            label={t('devices.search')}
            value={text}
            onSearch={setText}
          />
        )
      }
    >
      {devices.length === 0 && <FirstDevice plant={plant.proj_code} />}
      {devices.length > 0 && shown.length === 0 && (
        <EmptyState icon={IconCpu} title={t('devices.not_found')} />
      )}
      {shown.length > 0 && (
        <div className={classes.list}>
          <PlainTable
            inset
            head={[
              t('devices.name'),
              t('devices.values'),
              t('devices.reading'),
              t('devices.state'),
              { text: t('devices.actions'), hidden: true },
            ]}
          >
            {devicesByCategory(shown).map((group) => (
              <DeviceBranch key={group.category} group={group} searched={text.trim() !== ''}>
                {group.devices.map((device) => (
                  <DeviceRow
                    key={device.device_id}
                    device={device}
                    proj_code={plant.proj_code}
                    zone={plant.time_zone}
                    now={now}
                    chosenKeys={chosenKeys}
                    onToggle={toggle}
                    refused={refused}
                    onImport={mayImport ? () => setImporting(device) : undefined}
                  />
                ))}
              </DeviceBranch>
            ))}
          </PlainTable>
        </div>
      )}
      {importing && (
        <Suspense>
          <ImportDialog
            device={importing}
            zone={plant.time_zone}
            proj_code={plant.proj_code}
            onClose={() => setImporting(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}
