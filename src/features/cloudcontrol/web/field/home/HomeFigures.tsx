import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Figure, Figures, FigureTile } from '../../../../../shared/web/page/Figures.tsx';
import { StateCounts } from '../../../../../shared/web/ui/StateCounts.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { DEVICE_STATES } from '../../../configuration.model.ts';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { type HomeFigures as Counts, figuresOf } from './home.model.ts';

const SHOWN = DEVICE_STATES.filter((state) => state !== 'template');

function ByState({ devices }: Counts) {
  const { t } = useTranslation('field');
  const states = SHOWN.map((state) => ({
    key: state,
    look: STATE_LOOK[state].state,
    icon: STATE_LOOK[state].icon,
    label: t(`state.${state}`),
    count: devices[state],
  }));
  return <StateCounts states={states} />;
}

/** How the field stands: who answers, what is connected, how well polls went. */
export function HomeFigures({ tree }: { tree: DeviceTree }) {
  const { t } = useTranslation('field');
  const { number } = useFormat();
  const figures = useMemo(() => figuresOf(tree), [tree]);
  const { devices, ports, connected, unheard, success } = figures;
  const asked = devices.answering + devices.silent + devices.unknown;
  const cut = ports - connected - unheard;
  return (
    <Figures>
      <Figure
        label={t('figures.answering')}
        value={number(devices.answering, 0)}
        note={t('figures.of_asked', { count: asked, all: number(asked, 0) })}
      />
      <Figure
        label={t('figures.ports')}
        value={number(connected, 0)}
        note={t(cut > 0 ? 'figures.cut' : 'figures.of_ports', {
          count: cut > 0 ? cut : ports,
          all: number(cut > 0 ? cut : ports, 0),
        })}
      />
      <Figure
        label={t('figures.success')}
        value={success === null ? null : number(success * 100, 1)}
        unit="%"
        note={t('figures.success_note')}
      />
      <FigureTile label={t('figures.by_state')}>
        <ByState {...figures} />
      </FigureTile>
    </Figures>
  );
}
