import { Group, Text, Title } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Scaled, scaleEnergy, scaleNominal, scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts, Unit } from '../../../../shared/web/page/Facts.tsx';
import { Ellipsis, Muted } from '../../../../shared/web/page/Text.tsx';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { Card, Spark } from '../../overview.contract.ts';
import { isSnoozed, isSolar, loadOf, type OwnState, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import { CardMenu } from './CardMenu.tsx';
import styles from './PlantCard.module.css';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  card: Card;
  spark: z.infer<typeof Spark> | undefined;
  now: number;
  /** Set for the moment in which a notification points at this card. */
  pointed: 'E' | 'W' | null;
  /** Told when the highlight stands in the page. */
  onPointed?: () => void;
  /** Name, state, power and the day's energy alone. */
  compact?: boolean;
}

function Figure({ figure, label, title }: { figure: Scaled; label: string; title: string }) {
  const format = useFormat();
  const said = format.scaled(figure);
  return (
    <Fact label={label} title={title}>
      <Ellipsis text={`${said} ${figure.unit}`}>
        {said} <Unit>{figure.unit}</Unit>
      </Ellipsis>
    </Fact>
  );
}

/** The card's own state, quiet when snoozed. */
function MainPill({ state, snoozed }: { state: OwnState; snoozed: boolean }) {
  const { t } = useTranslation();
  const quiet = snoozed && state !== 'nodata';
  return (
    <StatePill
      state={quiet ? 'snoozed' : OWN_LOOK[state]}
      label={t(`state.${state}`)}
      icon={OWN_ICON[state]}
    />
  );
}

/** What is set beneath the gravest state, as small marks with their words for those who cannot see them. */
function OtherStates({ card, state, snoozed }: { card: Card; state: OwnState; snoozed: boolean }) {
  const { t } = useTranslation();
  const { t: to } = useTranslation('overview');
  const format = useFormat();
  const planned = card.snooze_kind === 'planned_work';
  const others: ('warning' | 'string')[] = [];
  if (card.warning === 1 && state !== 'warning') others.push('warning');
  if (card.string_w && state !== 'string') others.push('string');
  return (
    <Group component="span" gap={8} wrap="nowrap" flex="none">
      {others.map((other) => {
        const Icon = STATE_ICON[other];
        return (
          <span
            key={other}
            data-state={snoozed ? 'snoozed' : other}
            title={t(`state.${other}`)}
            className={styles.mark}
          >
            <Icon size={14} stroke={2} aria-hidden="true" />
            <span className="visually-hidden">{t(`state.${other}`)}</span>
          </span>
        );
      })}
      {snoozed && (
        <span
          data-state="snoozed"
          className={styles.mark}
          title={to(planned ? 'card.planned_until' : 'card.snoozed_until', {
            when: format.dateTimeAt(card.snooze_date, card.time_zone),
          })}
        >
          <IconBellOff size={14} stroke={2} aria-hidden="true" />
          {planned ? to('card.planned') : t('state.snoozed')}
        </span>
      )}
    </Group>
  );
}

/** What stands below the name of a small card. */
function InBrief({ card, snoozed }: { card: Card; snoozed: boolean }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const power = scalePower(card.power_kw);
  const today = scaleEnergy(card.production);
  const silent = card.no_data || (card.lost && card.last_reading_at);
  return (
    <Group component="span" justify="space-between" align="baseline" gap={8} wrap="nowrap" mt="auto" pr={28}>
      <span>
        <span className={styles.brief}>{format.scaled(power)}</span> <Muted as="span">{power.unit}</Muted>
        <span className="visually-hidden">{t('card.now')}</span>
      </span>
      <Text component="span" size="xs" c="dimmed" truncate>
        {silent
          ? card.last_reading_at
            ? t(card.no_data ? 'card.last_reading' : 'card.as_of', {
                when: format.dateTimeAt(card.last_reading_at, card.time_zone),
              })
            : t('card.never_read')
          : `${t('card.today')} ${format.scaled(today)} ${today.unit}`}
      </Text>
      <OtherStates card={card} state={ownStateOf(card)} snoozed={snoozed} />
    </Group>
  );
}

function Today({ card, spark }: Pick<Props, 'card' | 'spark'>) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (card.no_data) {
    return (
      <Muted style={{ flex: 1, minWidth: 0 }}>
        {t('card.no_data')}
        <br />
        {card.last_reading_at
          ? t('card.last_reading', { when: format.dateTimeAt(card.last_reading_at, card.time_zone) })
          : t('card.never_read')}
      </Muted>
    );
  }
  if (card.lost && card.last_reading_at) {
    return (
      <Muted style={{ flex: 1, minWidth: 0 }}>
        {t('card.lost')}
        <br />
        {t('card.as_of', { when: format.dateTimeAt(card.last_reading_at, card.time_zone) })}
      </Muted>
    );
  }
  return (
    <div className={styles.spark}>
      {spark && (
        <Sparkline
          values={spark.power_kw}
          stepSeconds={spark.step_s}
          label={(peak) => t('card.spark_peak', { peak: format.number(peak) })}
          none={t('card.spark_none')}
        />
      )}
    </div>
  );
}

export const PlantCard = memo(function PlantCard(props: Props) {
  const { card, spark, now, pointed, onPointed, compact = false } = props;
  useEffect(() => {
    if (pointed) onPointed?.();
  }, [pointed, onPointed]);
  const { t } = useTranslation('overview');
  const format = useFormat();
  const state = ownStateOf(card);
  const snoozed = isSnoozed(card, now);
  const look = snoozed ? 'snoozed' : OWN_LOOK[state];
  const power = scalePower(card.power_kw);
  return (
    <>
      <Link
        to="/apps/asset/plants/$proj_code"
        params={{ proj_code: card.code }}
        preload={false}
        className={styles.card}
        data-state={look}
        data-plant-card={card.code}
        data-silent={card.no_data || card.lost || undefined}
        data-lost={card.lost || undefined}
        data-compact={compact || undefined}
        data-pointed={pointed ?? undefined}
      >
        <Group component="span" justify="space-between" gap={8} wrap="nowrap">
          <Title order={2} size={14} lh="20px" fw={620} lineClamp={1}>
            {card.descr}
          </Title>
          <MainPill state={state} snoozed={snoozed} />
        </Group>
        {compact ? (
          <InBrief card={card} snoozed={snoozed} />
        ) : (
          <>
            {/* Room for the menu, which lies over the card and not in its link. */}
            <Group component="span" justify="space-between" gap={8} wrap="nowrap" mih={20} pr={28}>
              <Text component="span" size="xs" c="dimmed" truncate>
                {card.code}
                {card.comune && ` · ${card.comune}`}
              </Text>
              <OtherStates card={card} state={state} snoozed={snoozed} />
            </Group>
            <div className={styles.middle}>
              <p
                title={[
                  `${format.scaled(power)} ${power.unit}`,
                  card.partial && t('card.partial'),
                  t('list.hints.power'),
                ]
                  .filter(Boolean)
                  .join(' – ')}
              >
                <span className={styles.value}>{format.scaled(power)}</span>{' '}
                <Muted as="span">
                  {power.unit}
                  {card.partial && <span aria-hidden="true"> *</span>}
                </Muted>
                <span className="visually-hidden">
                  {t('card.now')}
                  {card.partial && `, ${t('card.partial')}`}
                </span>
              </p>
              <Today card={card} spark={spark} />
            </div>
            <Facts columns={3} strong>
              <Figure
                label={t('card.today')}
                title={t('list.hints.today')}
                figure={scaleEnergy(card.production)}
              />
              {isSolar(card) ? (
                <Figure
                  label={t('card.irradiance')}
                  title={t('list.hints.irradiance')}
                  figure={{ value: card.irradianza, unit: 'W/m²', decimals: 0 }}
                />
              ) : (
                <Figure
                  label={t('card.load')}
                  title={t('list.hints.load')}
                  figure={{ value: loadOf(card), unit: '%', decimals: 0 }}
                />
              )}
              <Figure
                label={t('card.nominal')}
                title={t('list.hints.nominal')}
                figure={scaleNominal(card.potenza_nominale, card.productionType)}
              />
            </Facts>
          </>
        )}
      </Link>
      <CardMenu card={card} compact={compact} />
    </>
  );
});
