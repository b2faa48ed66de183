import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DaysField } from '../../../../shared/web/list/DaysField.tsx';
import { DAY_SPANS } from '../../../../shared/web/list/day-span.model.ts';
import classes from '../alarms.module.css';
import type { AlarmsSearch } from './alarms-search.ts';

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
  /** What no choice means, where it is not all of time. */
  all?: string;
}

/** When: a usual stretch of days, or chosen ones. */
export function SpanFilter({ search, onSearch, all }: Props) {
  const { t } = useTranslation('alarms');
  return (
    <>
      <NativeSelect
        className={classes.filter ?? ''}
        aria-label={t('filter.when')}
        data={DAY_SPANS.map((value) => ({
          value,
          label: value === 'all' && all !== undefined ? all : t(`filter.span.${value}`),
        }))}
        value={search.span}
        onChange={(event) => {
          const span = DAY_SPANS.find((one) => one === event.currentTarget.value) ?? 'all';
          onSearch({ span, from: undefined, to: undefined });
        }}
      />
      {search.span === 'free' && (
        <DaysField
          label={t('filter.days')}
          className={classes.daysFilter ?? ''}
          days={search}
          onDays={onSearch}
        />
      )}
    </>
  );
}
