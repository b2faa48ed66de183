import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { useRowNews } from '../../../../shared/web/list/live-rows.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { Downtime } from '../../downtimes.contract.ts';
import { useDowntimeWords } from '../use-words.ts';

/** When it ended; of one that lasts that it does. */
function Stop({ downtime }: { downtime: Downtime }) {
  const { t } = useTranslation('downtimes');
  const words = useDowntimeWords();
  if (downtime.stop === null) return <StatePill state="warning" label={t('lasts')} />;
  return <Nowrap>{words.at(downtime.stop, downtime)}</Nowrap>;
}

/** The plant; of a row that was deleted, or fits no more, while somebody reads the list, that it has gone. */
function Plant({ downtime: { id, plant_name, proj_code } }: { downtime: Downtime }) {
  const { t } = useTranslation('downtimes');
  const isGone = useRowNews(id) === 'gone';
  return (
    <>
      {plant_name} <Muted as="span">{isGone ? t('gone') : proj_code}</Muted>
    </>
  );
}

/** Lost energy, with what it was measured by. */
function Energy({ downtime }: { downtime: Downtime }) {
  const { t } = useTranslation('downtimes');
  const { kwh } = useDowntimeWords();
  const { energy_lost, energy_hand, loss } = downtime;
  const model = energy_hand === null ? loss.model : 'hand';
  return (
    <>
      <Nowrap>{kwh(energy_lost)}</Nowrap>
      {model && <Muted as="div">{t(`model.${model}`)}</Muted>}
    </>
  );
}

/** The columns of downtimes; `binned`: of those in the bin, in short. */
export function useDowntimeColumns(binned = false): readonly DataColumn<Downtime>[] {
  const { t } = useTranslation('downtimes');
  const { euro } = useFormat();
  const words = useDowntimeWords();
  const now = useNow(60_000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, as `t` does
  return useMemo(() => {
    const columns: DataColumn<Downtime>[] = [
      {
        id: 'plant',
        header: t('column.plant'),
        names: true,
        value: ({ plant_name }) => plant_name,
        cell: (row) => <Plant downtime={row} />,
      },
      { id: 'what', header: t('column.what'), long: true, value: words.what },
      {
        id: 'start',
        header: t('column.start'),
        descFirst: true,
        value: ({ start }) => start,
        cell: (row) => <Nowrap>{words.at(row.start, row)}</Nowrap>,
        text: (row) => words.at(row.start, row),
      },
      {
        id: 'stop',
        header: t('column.stop'),
        descFirst: true,
        value: ({ stop }) => stop,
        cell: (row) => <Stop downtime={row} />,
        text: (row) => (row.stop === null ? t('lasts') : words.at(row.stop, row)),
      },
      {
        id: 'hours',
        header: t('column.hours'),
        value: ({ start, stop }) => ((stop === null ? now : Date.parse(stop)) - Date.parse(start)) / HOUR_MS,
        cell: (row) => <Nowrap>{words.lasted(row, now)}</Nowrap>,
      },
      {
        id: 'percentage',
        header: t('column.percentage'),
        numeric: true,
        value: ({ percentage }) => percentage,
        cell: ({ percentage }) => words.percent(percentage),
      },
      { id: 'cause', header: t('column.cause'), value: ({ cause }) => cause.name },
      {
        id: 'energy_lost',
        header: t('column.energy_lost'),
        numeric: true,
        descFirst: true,
        value: ({ energy_lost }) => energy_lost,
        cell: (row) => <Energy downtime={row} />,
      },
      {
        id: 'earning_lost',
        header: t('column.earning_lost'),
        numeric: true,
        descFirst: true,
        value: ({ earning_lost }) => earning_lost,
        cell: ({ earning_lost }) => <Nowrap>{euro(earning_lost)}</Nowrap>,
      },
      {
        id: 'repair_cost',
        header: t('column.repair_cost'),
        numeric: true,
        extra: true,
        value: ({ repair_cost }) => repair_cost,
        cell: ({ repair_cost }) => euro(repair_cost),
      },
      {
        id: 'claim_state',
        header: t('column.claim_state'),
        extra: true,
        value: ({ claim_state }) => t(`claim.${claim_state}`),
      },
      {
        id: 'planned',
        header: t('column.planned'),
        extra: true,
        value: ({ planned }) => t(planned ? 'yes' : 'no'),
      },
      { id: 'notes', header: t('column.notes'), extra: true, long: true, value: ({ notes }) => notes },
    ];
    const short = ['plant', 'what', 'start', 'stop', 'cause', 'energy_lost'];
    return binned ? columns.filter(({ id }) => short.includes(id)) : columns;
  }, [t, now, binned]);
}
