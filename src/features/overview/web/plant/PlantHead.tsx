import { Button, Group } from '@mantine/core';
import { IconClock, IconFileDescription, IconPencil, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { PlantOverview } from '../../overview.contract.ts';
import { isSnoozed, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';

/** The plant's states, gravest first, each as colour, icon and word; a snooze stands beside what it mutes. */
export function PlantStates({ overview, now }: { overview: PlantOverview; now: number }) {
  const { t: common } = useTranslation('common');
  const { t } = useTranslation('plant');
  const { dateTimeAt } = useFormat();
  const { card, plant } = overview;
  const own = ownStateOf(card);
  return (
    <Group gap={6}>
      <StatePill state={OWN_LOOK[own]} icon={OWN_ICON[own]} label={common(`state.${own}`)} />
      {card.no_data && own !== 'nodata' && <StatePill state="nodata" />}
      {card.lost && <StatePill state="alarm" icon={IconPlugConnectedX} label={t('lost')} />}
      {card.asleep && own !== 'asleep' && own !== 'nodata' && (
        <StatePill state="snoozed" icon={OWN_ICON.asleep} label={common('state.asleep')} />
      )}
      {isSnoozed(card, now) && (
        <StatePill
          state="snoozed"
          label={t(card.snooze_kind === 'planned_work' ? 'planned_until' : 'snoozed_until', {
            when: dateTimeAt(card.snooze_date, plant.time_zone),
          })}
        />
      )}
    </Group>
  );
}

export function BackToPlants() {
  const { t } = useTranslation('plant');
  return <BackLink to="/apps/asset">{t('back')}</BackLink>;
}

export function EditPlant({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('plants');
  if (!useCan('plants.write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPencil size={15} />}
      renderRoot={(root) => <Link to="/apps/asset/plants/$proj_code/edit" params={{ proj_code }} {...root} />}
    >
      {t('edit.verb')}
    </Button>
  );
}

/** To its sections and master data. */
export function PlantRecordLink({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('plants');
  return (
    <Button
      variant="default"
      leftSection={<IconFileDescription size={15} />}
      renderRoot={(root) => (
        <Link to="/apps/asset/plants/$proj_code/record" params={{ proj_code }} {...root} />
      )}
    >
      {t('record.verb')}
    </Button>
  );
}

/** Where and what the plant is, and how old its readings are. */
export function PlantAbout({ overview: { card, plant } }: { overview: PlantOverview }) {
  const { t } = useTranslation('plant');
  const { t: tp } = useTranslation('plants');
  const { dateTimeAt } = useFormat();
  const about = [plant.proj_code, plant.comune, tp(`production.${plant.productionType}`)];
  const last = card.last_reading_at
    ? t('last_reading', { when: dateTimeAt(card.last_reading_at, plant.time_zone) })
    : t('never_read');
  return (
    <Group gap="2px 16px">
      <span>{about.filter((one) => one !== '').join(' · ')}</span>
      <Note inline small icon={IconClock} tone={card.no_data ? 'warning' : 'muted'}>
        {card.no_data ? `${t('no_data_hour')} · ${last}` : last}
      </Note>
    </Group>
  );
}
