import { IconBellOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { scaleEnergy, scalePower } from '../../../../shared/web/format/numbers.ts';
import { UNKNOWN } from '../../../../shared/web/format/unknown.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Ellipsis } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { Card } from '../../overview.contract.ts';
import { isSilent, isSnoozed, linkOf, ownStateOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';
import classes from './wall.module.css';

/** A plant as it is read from across a room: its state, its power, what it made today; alarm and communication apart. */
export function WallTile({ card, now }: { card: Card; now: number }) {
  const { t } = useTranslation();
  const { t: to } = useTranslation('overview');
  const { scaled, language } = useFormat();
  const state = ownStateOf(card);
  const snoozed = isSnoozed(card, now);
  const link = linkOf(card);
  const power = scalePower(card.power_kw);
  const today = scaleEnergy(card.production);
  const silent = isSilent(link);
  return (
    <li
      className={classes.tile}
      data-state={snoozed ? 'snoozed' : OWN_LOOK[state]}
      data-silent={silent || undefined}
      data-wall-plant={card.code}
    >
      <div className={classes.head}>
        <h2 className={classes.plant}>
          <Ellipsis>{card.descr}</Ellipsis>
        </h2>
        {snoozed && <IconBellOff size={18} role="img" aria-label={t('state.snoozed')} />}
        <StatePill
          state={snoozed && state !== 'nodata' ? 'snoozed' : OWN_LOOK[state]}
          label={t(`state.${state}`)}
          icon={OWN_ICON[state]}
        />
      </div>
      <p className={classes.power}>
        <span className={classes.figure}>{scaled(power)}</span>{' '}
        <span className={classes.unit}>{power.unit}</span>
      </p>
      <p className={classes.foot}>
        {silent ? (
          <>
            <IconPlugConnectedX size={16} aria-hidden="true" /> {to(`list.links.${link}`)},{' '}
            {ageWords(card.last_reading_at, now, language) ?? UNKNOWN}
          </>
        ) : (
          <>
            {to('card.today')} <strong>{scaled(today)}</strong> {today.unit}
          </>
        )}
      </p>
    </li>
  );
}
