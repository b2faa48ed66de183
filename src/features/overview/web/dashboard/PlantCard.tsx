import { IconBellOff } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Scaled, scaleEnergy, scaleNominal, scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { Card, Spark } from '../../overview.contract.ts';
import { isSnoozed, type OwnState, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import { CardMenu } from './CardMenu.tsx';
import styles from './PlantCard.module.css';
import { PlantLink } from './PlantLink.tsx';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  card: Card;
  spark: z.infer<typeof Spark> | undefined;
  now: number;
  /** Set for the moment in which a notification points at this card. */
  pointed: 'E' | 'W' | null;
}

function Figure({ figure, label }: { figure: Scaled; label: string }) {
  const format = useFormat();
  return (
    <div>
      <dt>{label}</dt>
      <dd title={`${format.scaled(figure)} ${figure.unit}`}>
        {format.scaled(figure)} <span className={styles.unit}>{figure.unit}</span>
      </dd>
    </div>
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
    <span className={styles.others}>
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
    </span>
  );
}

function Today({ card, spark }: Pick<Props, 'card' | 'spark'>) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (card.no_data) {
    return (
      <p className={styles.silent}>
        {t('card.no_data')}
        <br />
        {card.last_reading_at
          ? t('card.last_reading', { when: format.dateTimeAt(card.last_reading_at, card.time_zone) })
          : t('card.never_read')}
      </p>
    );
  }
  if (card.lost && card.last_reading_at) {
    return (
      <p className={styles.silent}>
        {t('card.lost')}
        <br />
        {t('card.as_of', { when: format.dateTimeAt(card.last_reading_at, card.time_zone) })}
      </p>
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

export const PlantCard = memo(function PlantCard({ card, spark, now, pointed }: Props) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const state = ownStateOf(card);
  const snoozed = isSnoozed(card, now);
  const look = snoozed ? 'snoozed' : OWN_LOOK[state];
  const power = scalePower(card.power_kw);
  return (
    <>
      <PlantLink
        code={card.code}
        className={styles.card}
        data-state={look}
        data-plant-card={card.code}
        data-silent={card.no_data || card.lost || undefined}
        data-lost={card.lost || undefined}
        data-pointed={pointed ?? undefined}
      >
        <span className={styles.top}>
          <h2 className={styles.name}>{card.descr}</h2>
          <MainPill state={state} snoozed={snoozed} />
        </span>
        <span className={styles.meta}>
          <span className={styles.code}>
            {card.code}
            {card.comune && ` · ${card.comune}`}
          </span>
          <OtherStates card={card} state={state} snoozed={snoozed} />
        </span>
        <div className={styles.middle}>
          <p
            className={styles.power}
            title={[`${format.scaled(power)} ${power.unit}`, card.partial && t('card.partial')]
              .filter(Boolean)
              .join(' – ')}
          >
            <span className={styles.value}>{format.scaled(power)}</span>{' '}
            <span className={styles.unit}>
              {power.unit}
              {card.partial && <span aria-hidden="true"> *</span>}
            </span>
            <span className="visually-hidden">
              {t('card.now')}
              {card.partial && `, ${t('card.partial')}`}
            </span>
          </p>
          <Today card={card} spark={spark} />
        </div>
        <dl className={styles.figures}>
          <Figure label={t('card.today')} figure={scaleEnergy(card.production)} />
          <Figure
            label={t('card.irradiance')}
            figure={{ value: card.irradianza, unit: 'W/m²', decimals: 0 }}
          />
          <Figure
            label={t('card.nominal')}
            figure={scaleNominal(card.potenza_nominale, card.productionType)}
          />
        </dl>
      </PlantLink>
      <CardMenu card={card} />
    </>
  );
});
