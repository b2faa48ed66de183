import { Button } from '@mantine/core';
import { IconChevronLeft, IconClock, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { PlantOverview } from '../../overview.contract.ts';
import { isSnoozed, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import classes from './plant.module.css';

/** The plant's states, gravest first, each as colour, icon and word; a snooze stands beside what it mutes. */
function PlantStates({ overview, now }: { overview: PlantOverview; now: number }) {
  const { t: common } = useTranslation('common');
  const { t } = useTranslation('plant');
  const { dateTimeAt } = useFormat();
  const { card, plant } = overview;
  const own = ownStateOf(card);
  return (
    <div className={classes.pills}>
      <StatePill state={OWN_LOOK[own]} icon={OWN_ICON[own]} label={common(`state.${own}`)} />
      {card.no_data && own !== 'nodata' && <StatePill state="nodata" />}
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
    </div>
  );
}

export function PlantHeader({ overview, now }: { overview: PlantOverview; now: number }) {
  const { t } = useTranslation('plant');
  const { t: tp } = useTranslation('plants');
  const { dateTimeAt } = useFormat();
  const { card, plant } = overview;
  const writes = useCan('plants.write');
  const about = [plant.proj_code, plant.comune, tp(`production.${plant.productionType}`)];
  const last = card.last_reading_at
    ? t('last_reading', { when: dateTimeAt(card.last_reading_at, plant.time_zone) })
    : t('never_read');
  return (
    <header className={classes.header}>
      <Link to="/apps/asset" className={classes.back}>
        <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
        {t('back')}
      </Link>
      <div className={classes.titleRow}>
        <h1 className={classes.title}>{plant.name}</h1>
        <PlantStates overview={overview} now={now} />
        {writes && (
          <Button
            variant="default"
            size="sm"
            className={classes.edit ?? ''}
            leftSection={<IconPencil size={15} />}
            renderRoot={(root) => (
              <Link
                to="/apps/asset/plants/$proj_code/edit"
                params={{ proj_code: plant.proj_code }}
                {...root}
              />
            )}
          >
            {tp('edit.verb')}
          </Button>
        )}
      </div>
      <p className={classes.about}>
        <span>{about.filter((one) => one !== '').join(' · ')}</span>
        <span className={classes.last} data-old={card.no_data || undefined}>
          <IconClock size={14} stroke={1.8} aria-hidden="true" />
          {card.no_data ? `${t('no_data_hour')} · ${last}` : last}
        </span>
      </p>
    </header>
  );
}
