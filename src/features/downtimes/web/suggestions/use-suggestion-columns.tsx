import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import type { DowntimeSuggestion } from '../../suggestions.contract.ts';
import { useDowntimeWords } from '../use-words.ts';

function Alarms({ one }: { one: DowntimeSuggestion }) {
  const { t: ta } = useTranslation('alarms');
  return one.alarms.map(({ id, code }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <Link to="/apps/asset/alarms" search={{ alarm: String(id) }} preload={false}>
        {ta(`name.${code}`)}
      </Link>
    </span>
  ));
}

/** What became of a suggestion that somebody has decided on. */
function Decided({ one }: { one: DowntimeSuggestion }) {
  const { t } = useTranslation('downtimes');
  if (one.downtime_id === null) return <>{one.reason || t(`suggestions.state.${one.state}`)}</>;
  return (
    <Link to="/apps/asset/downtimes" search={{ open: String(one.downtime_id) }} preload={false}>
      {t('suggestions.to_downtime')}
    </Link>
  );
}

/** The columns of suggestions in a state. */
export function useSuggestionColumns(state: string): readonly DataColumn<DowntimeSuggestion>[] {
  const { t } = useTranslation('downtimes');
  const { t: ta } = useTranslation('alarms');
  const { number } = useFormat();
  const { kwh, at } = useDowntimeWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, as `t` does
  return useMemo(() => {
    const unsorted = { sortable: false } as const;
    const decided: DataColumn<DowntimeSuggestion> = {
      ...unsorted,
      id: 'decided',
      header: t('filter.state'),
      long: true,
      value: ({ reason }) => reason,
      cell: (one) => <Decided one={one} />,
    };
    const columns: DataColumn<DowntimeSuggestion>[] = [
      {
        ...unsorted,
        id: 'plant',
        header: t('column.plant'),
        names: true,
        value: ({ plant_name }) => plant_name,
        cell: ({ plant_name, proj_code }) => (
          <>
            <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
              {plant_name}
            </Link>
            <Muted as="div">{proj_code}</Muted>
          </>
        ),
      },
      {
        ...unsorted,
        id: 'what',
        header: t('column.what'),
        long: true,
        value: ({ whole_plant, devices }) =>
          whole_plant ? t('suggestions.whole_plant') : devices.map(({ short_name }) => short_name).join(', '),
      },
      {
        ...unsorted,
        id: 'start',
        header: t('column.start'),
        value: ({ start }) => start,
        cell: (one) => <Nowrap>{at(one.start, one)}</Nowrap>,
      },
      {
        ...unsorted,
        id: 'stop',
        header: t('column.stop'),
        value: ({ stop }) => stop,
        cell: (one) => <Nowrap>{one.stop === null ? t('lasts') : at(one.stop, one)}</Nowrap>,
      },
      {
        ...unsorted,
        id: 'kind',
        header: t('column.kind'),
        value: ({ kind }) => t(`suggestions.kind.${kind}`),
        cell: ({ kind, measure }) => (
          <>
            {t(`suggestions.kind.${kind}`)}
            <Muted as="div">{t(`suggestions.measure.${measure}`)}</Muted>
          </>
        ),
      },
      {
        ...unsorted,
        id: 'share',
        header: t('column.share'),
        numeric: true,
        value: ({ share }) => share,
        cell: ({ share }) => t('suggestions.share', { percent: number(share * 100, 0) }),
      },
      {
        ...unsorted,
        id: 'energy_lost',
        header: t('column.energy_lost'),
        numeric: true,
        value: ({ energy_kwh }) => energy_kwh,
        cell: ({ energy_kwh }) => <Nowrap>{kwh(energy_kwh)}</Nowrap>,
      },
      {
        ...unsorted,
        id: 'alarms',
        header: t('column.alarms'),
        long: true,
        value: ({ alarms }) => alarms.map(({ code }) => ta(`name.${code}`)).join(', '),
        cell: (one) => <Alarms one={one} />,
      },
    ];
    return state === 'open' ? columns : [...columns, decided];
  }, [t, ta, state]);
}
