import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';
import { SORTS, type Sort, STATUSES, type Status } from '../../overview.model.ts';
import styles from './Toolbar.module.css';

export interface Wish {
  q: string;
  status: Status | 'all';
  sort: Sort;
}

interface Props {
  wish: Wish;
  counts: Record<Status | 'all', number>;
  onChange: (change: Partial<Wish>) => void;
}

function Chips({ wish, counts, onChange }: Props) {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const format = useFormat();
  return (
    <fieldset className={styles.chips} aria-label={t('dashboard.filters')}>
      {(['all', ...STATUSES] as const).map((status) => {
        const Icon = status === 'all' ? null : STATE_ICON[status];
        return (
          <button
            key={status}
            type="button"
            className={styles.chip}
            data-state={status}
            title={t('dashboard.filters_overlap')}
            aria-pressed={wish.status === status}
            onClick={() => onChange({ status })}
          >
            {Icon && <Icon size={14} stroke={2} aria-hidden="true" />}
            {status === 'all' ? t('dashboard.all') : tc(`state.${status}`)}
            <span className={styles.count}>{format.number(counts[status], 0)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Search, filters and order of the cards; all three stand in the address. */
export function Toolbar(props: Props) {
  const { wish, onChange } = props;
  const { t } = useTranslation('overview');
  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.search ?? ''}
        aria-label={t('dashboard.search')}
        placeholder={t('dashboard.search')}
        value={wish.q}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          wish.q && (
            <CloseButton
              size="sm"
              aria-label={t('dashboard.clear_search')}
              onClick={() => onChange({ q: '' })}
            />
          )
        }
        onChange={(event) => onChange({ q: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.sort ?? ''}
        aria-label={t('dashboard.sort')}
        value={wish.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
        data={SORTS.map((sort) => ({ value: sort, label: t(`dashboard.sorts.${sort}`) }))}
      />
      <Chips {...props} />
    </div>
  );
}
