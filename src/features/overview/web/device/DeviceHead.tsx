import { Button, Group } from '@mantine/core';
import { IconClock, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { displayed } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { DeviceOverview } from '../../device.contract.ts';
import { type Device, firstValuesOf, qualityOf } from '../plant/devices.model.ts';
import { QualityMark } from '../plant/QualityMark.tsx';

export function BackToPlant({ proj_code, name }: { proj_code: string; name: string }) {
  return (
    <BackLink to="/apps/asset/plants/$proj_code" params={{ proj_code }}>
      {name}
    </BackLink>
  );
}

/** The device's gravest alarm, else the quality of what it tells first. */
export function DeviceState({ device }: { device: Device }) {
  if (device.alarm === 'E') return <StatePill state="alarm" />;
  if (device.alarm === 'W') return <StatePill state="warning" />;
  return <QualityMark quality={qualityOf(device)} />;
}

/** What the device is, and how old its newest reading is. */
export function DeviceAbout({ overview: { device, plant }, now }: { overview: DeviceOverview; now: number }) {
  const { t } = useTranslation('plant');
  const { language, dateTimeAt } = useFormat();
  const { last_reading_at } = device;
  const made = [device.manufacturer, device.model].filter(Boolean).join(' ');
  const described = device.description || t(`devices.category.${device.category}`);
  const about = [
    described,
    described === made ? '' : made,
    device.serial_number ? t('devices.serial', { serial: device.serial_number }) : '',
    t('devices.every', { seconds: device.interval_s }),
  ].filter((one) => one !== '');
  const age = ageWords(last_reading_at, now, language);
  return (
    <Group gap="2px 16px">
      <span>{about.join(' · ')}</span>
      <Note inline small icon={IconClock} tone="muted">
        {last_reading_at && age
          ? `${t('last_reading', { when: dateTimeAt(last_reading_at, plant.time_zone) })} · ${age}`
          : t('never_read')}
      </Note>
    </Group>
  );
}

/** To its configuration, for whoever configures devices. */
export function ConfigureDevice({ id }: { id: number }) {
  const { t } = useTranslation('device');
  if (!useCan('cloudcontrol')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSettings size={15} />}
      renderRoot={(root) => (
        <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(id) }} preload={false} {...root} />
      )}
    >
      {t('configure')}
    </Button>
  );
}

const MAX_FIGURES = 4;

/** What the device tells first, each with its age, and its quality where that is not good. */
export function DeviceFigures({ device, now }: { device: Device; now: number }) {
  const { t } = useTranslation('plant');
  const { t: td } = useTranslation('device');
  const { scaled, language } = useFormat();
  const first = firstValuesOf(device, MAX_FIGURES);
  if (first.length === 0) return null;
  return (
    <section aria-label={td('figures')}>
      <Figures columns={4}>
        {first.map((value) => {
          const figure = displayed(value.value, value.unit, value.decimals);
          const age = ageWords(value.ts, now, language) ?? t('never');
          return (
            <Figure
              key={value.name}
              label={language === 'it' ? value.label_it : value.label_en}
              value={figure.value === null ? null : scaled(figure)}
              unit={figure.unit}
              hint={td('figure_hint', { device: device.short_name })}
              note={value.quality === 'good' ? age : `${t(`quality.${value.quality}`)} · ${age}`}
            />
          );
        })}
      </Figures>
    </section>
  );
}
