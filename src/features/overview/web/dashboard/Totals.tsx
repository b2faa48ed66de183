import { IconMoon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { scaleEnergy, scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';
import { KpiTile, PlainTile, TileRow } from '../../../../shared/web/ui/KpiTile.tsx';
import { StateCounts } from '../../../../shared/web/ui/StateCounts.tsx';
import type { Card } from '../../overview.contract.ts';
import { countGravest, type Total, totalsOf } from '../../overview.model.ts';
import styles from './Totals.module.css';

const ORDER = ['alarm', 'warning', 'string', 'success', 'asleep'] as const;
/** Resting plants are well and quiet: grey, with a moon. */
const LOOK = {
  alarm: 'alarm',
  warning: 'warning',
  string: 'string',
  success: 'success',
  asleep: 'snoozed',
} as const;
const ICON = { ...STATE_ICON, asleep: IconMoon };

function ByState({ cards }: { cards: readonly Card[] }) {
  const { t } = useTranslation();
  const counts = useMemo(() => countGravest(cards), [cards]);
  const states = ORDER.filter((state) => state !== 'asleep' || counts.asleep > 0).map((state) => ({
    key: state,
    look: LOOK[state],
    icon: ICON[state],
    label: t(`state.${state}`),
    count: counts[state],
  }));
  return <StateCounts states={states} />;
}

/** The company's figures over all plants that the user may see. */
export function Totals({ cards }: { cards: readonly Card[] }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const totals = useMemo(() => totalsOf(cards), [cards]);
  const power = scalePower(totals.power.value);
  const energy = scaleEnergy(totals.energy.value);
  const all = format.number(cards.length, 0);
  const knownOf = (total: Total) =>
    t('dashboard.known', { known: format.number(total.known, 0), all, count: cards.length });
  return (
    <TileRow className={styles.totals}>
      <KpiTile
        label={t('dashboard.power_now')}
        value={format.scaled(power)}
        unit={power.unit}
        note={knownOf(totals.power)}
      />
      <KpiTile
        label={t('dashboard.energy_today')}
        value={format.scaled(energy)}
        unit={energy.unit}
        note={knownOf(totals.energy)}
      />
      <KpiTile
        label={t('dashboard.irradiance')}
        value={format.number(totals.irradiance.value, 0)}
        unit="W/m²"
        note={knownOf(totals.irradiance)}
      />
      <PlainTile label={t('dashboard.by_state')}>
        <ByState cards={cards} />
      </PlainTile>
    </TileRow>
  );
}
