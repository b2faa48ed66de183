import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { KpiTile, PlainTile, TileRow } from '../../../../../shared/web/ui/KpiTile.tsx';
import { StateCounts } from '../../../../../shared/web/ui/StateCounts.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { DEVICE_STATES } from '../../../configuration.model.ts';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { type HomeFigures as Figures, figuresOf } from './home.model.ts';

const SHOWN = DEVICE_STATES.filter((state) => state !== 'template');

function ByState({ devices }: Figures) {
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
    <TileRow>
      <KpiTile
        label={t('figures.answering')}
        value={number(devices.answering, 0)}
        note={t('figures.of_asked', { count: asked, all: number(asked, 0) })}
      />
      <KpiTile
        label={t('figures.ports')}
        value={number(connected, 0)}
        note={t(cut > 0 ? 'figures.cut' : 'figures.of_ports', {
          count: cut > 0 ? cut : ports,
          all: number(cut > 0 ? cut : ports, 0),
        })}
      />
      <KpiTile
        label={t('figures.success')}
        value={success === null ? number(null) : number(success * 100, 1)}
        {...(success === null ? {} : { unit: '%' })}
        note={t('figures.success_note')}
      />
      <PlainTile label={t('figures.by_state')}>
        <ByState {...figures} />
      </PlainTile>
    </TileRow>
  );
}
