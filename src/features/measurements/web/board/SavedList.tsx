import { Skeleton, TextInput } from '@mantine/core';
import { IconChartLine, IconSearch, IconShare3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { type SavedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import classes from './saved.module.css';
import { folded } from './tree.model.ts';

const MANY = 8;

function SavedLink({ chart, onFollow }: { chart: SavedChart; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const { date } = useFormat();
  const mine = chart.owner?.id === user_id;
  const whose = mine ? t('saved.mine') : (chart.owner?.name ?? t('saved.former'));
  return (
    <Link
      to="/apps/asset/charts/$id"
      params={{ id: String(chart.id) }}
      className={classes.entry}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      <IconChartLine size={17} stroke={1.6} aria-hidden="true" />
      <span className={classes.name}>{chart.name}</span>
      <span className={classes.whose}>
        {chart.shared && <IconShare3 size={13} stroke={1.8} aria-label={t('saved.shared')} />}
        {whose} · {date(chart.updated_at)}
      </span>
    </Link>
  );
}

/** One's own saved charts and those that colleagues share, each a link. */
export function SavedList({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('board');
  const { data, error, refetch } = useCall(savedChartsCalls.list);
  const [text, setText] = useState('');
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={120} radius={8} />;
  if (data.length === 0) return <p className="muted">{t('saved.none')}</p>;
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found = data.filter(({ name, owner }) => {
    const all = folded(`${name} ${owner?.name ?? ''}`);
    return words.every((word) => all.includes(word));
  });
  return (
    <div className={classes.list}>
      {data.length > MANY && (
        <TextInput
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('saved.search')}
          aria-label={t('saved.search')}
          leftSection={<IconSearch size={16} stroke={1.7} />}
        />
      )}
      {found.length === 0 && <p className="muted">{t('saved.none_found')}</p>}
      <ul className={classes.entries}>
        {found.map((chart) => (
          <li key={chart.id}>
            <SavedLink chart={chart} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}
