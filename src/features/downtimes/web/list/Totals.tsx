import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { scaleEnergy } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures, FiguresWaiting } from '../../../../shared/web/page/Figures.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { type DowntimeTotals, downtimesCalls } from '../../downtimes.contract.ts';
import { useDowntimeWords } from '../use-words.ts';

function Within({ within }: Pick<DowntimeTotals, 'within'>) {
  const { t } = useTranslation('downtimes');
  const { scaled } = useFormat();
  const { kwh } = useDowntimeWords();
  if (!within) return null;
  const { energy_lost, unpaired_kwh } = within;
  const figure = scaleEnergy(energy_lost);
  return (
    <Figure
      label={t('totals.within')}
      hint={t('totals.within_hint')}
      value={energy_lost === null ? null : scaled(figure)}
      unit={figure.unit}
      note={unpaired_kwh > 0.05 && t('totals.unpaired', { kwh: kwh(unpaired_kwh) })}
    />
  );
}

/** What the downtimes that fit come to, and how many of them have no figure. */
export function Totals({ asked }: { asked: Readonly<Record<string, string | undefined>> }) {
  const { t } = useTranslation('downtimes');
  const { number, scaled, euro } = useFormat();
  const { sort: _, ...query } = asked;
  const totals = useCall(downtimesCalls.totals, { query }, { placeholderData: keepPreviousData });
  const { data, error, refetch } = totals;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FiguresWaiting columns={4} />;
  const { count, energy_lost, earning_lost, repair_cost, without_energy, without_earning, partial } = data;
  const energy = scaleEnergy(energy_lost);
  const lacks = [
    without_energy > 0 && t('totals.without_energy', { count: without_energy }),
    partial > 0 && t('totals.partial', { count: partial }),
  ].filter((one) => one !== false);
  return (
    <Figures columns={data.within ? 5 : 4}>
      <Figure label={t('totals.count')} value={number(count, 0)} />
      <Figure
        label={t('totals.energy')}
        value={energy_lost === null ? null : scaled(energy)}
        unit={energy.unit}
        note={lacks.join(', ') || (count > 0 && t('totals.all_known'))}
      />
      <Within within={data.within} />
      <Figure
        label={t('totals.earning')}
        value={earning_lost === null ? null : euro(earning_lost)}
        note={
          without_earning > 0
            ? t('totals.without_earning', { count: without_earning })
            : count > 0 && t('totals.all_known')
        }
      />
      <Figure label={t('totals.repair')} value={repair_cost === null ? null : euro(repair_cost)} />
    </Figures>
  );
}
