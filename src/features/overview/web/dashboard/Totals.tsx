import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { scaleEnergy, scalePower } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures, FigureTile } from '../../../../shared/web/page/Figures.tsx';
import { StateCounts } from '../../../../shared/web/ui/StateCounts.tsx';
import type { Card } from '../../overview.contract.ts';
import { countOwnStates, isSolar, type OwnState, type Total, totalsOf } from '../../overview.model.ts';
import { OWN_ICON, OWN_LOOK } from '../own-state.ts';

const ORDER: readonly OwnState[] = ['alarm', 'warning', 'string', 'nodata', 'producing', 'success', 'asleep'];
/** Named only where there are some; the others are told as none, too. */
const ONLY_SOME: ReadonlySet<OwnState> = new Set(['success', 'asleep']);

function ByState({ cards }: { cards: readonly Card[] }) {
  const { t } = useTranslation();
  const counts = useMemo(() => countOwnStates(cards), [cards]);
  const states = ORDER.filter((state) => !ONLY_SOME.has(state) || counts[state] > 0).map((state) => ({
    key: state,
    look: OWN_LOOK[state],
    icon: OWN_ICON[state],
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
  const solar = useMemo(() => cards.filter(isSolar).length, [cards]);
  const knownOf = ({ known }: Total, of = cards.length) =>
    t('dashboard.known', { known: format.number(known, 0), all: format.number(of, 0), count: of });
  return (
    <Figures tile>
      <Figure
        label={t('dashboard.power_now')}
        value={format.scaled(power)}
        unit={power.unit}
        hint={t('dashboard.hints.power_now')}
        note={knownOf(totals.power)}
      />
      <Figure
        label={t('dashboard.energy_today')}
        value={format.scaled(energy)}
        unit={energy.unit}
        hint={t('dashboard.hints.energy_today')}
        note={knownOf(totals.energy)}
      />
      <Figure
        label={t('dashboard.irradiance')}
        value={format.number(totals.irradiance.value, 0)}
        unit="W/m²"
        hint={t('dashboard.hints.irradiance')}
        note={knownOf(totals.irradiance, solar)}
      />
      <FigureTile label={t('dashboard.by_state')}>
        <ByState cards={cards} />
      </FigureTile>
    </Figures>
  );
}
