import { Stack } from '@mantine/core';
import { IconChartLine, IconShare3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type SavedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { folded } from './tree.model.ts';

const MANY = 8;

function SavedEntry({ chart, onFollow }: { chart: SavedChart; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation('board');
  const { user_id } = useBelonging();
  const { date } = useFormat();
  const mine = chart.owner?.id === user_id;
  const whose = mine ? t('saved.mine') : (chart.owner?.name ?? t('saved.former'));
  return (
    <Entry
      icon={IconChartLine}
      name={
        <Link
          to="/apps/asset/charts/$id"
          params={{ id: String(chart.id) }}
          {...(onFollow ? { onClick: onFollow } : {})}
        >
          {chart.name}
        </Link>
      }
      beside={chart.shared && <IconShare3 size={13} stroke={1.8} aria-label={t('saved.shared')} />}
      details={`${whose} · ${date(chart.updated_at)}`}
    />
  );
}

function Found({ charts, onFollow }: { charts: SavedChart[]; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation('board');
  const [text, setText] = useState('');
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found = charts.filter(({ name, owner }) => {
    const all = folded(`${name} ${owner?.name ?? ''}`);
    return words.every((word) => all.includes(word));
  });
  if (charts.length === 0) return <Muted size="md">{t('saved.none')}</Muted>;
  return (
    <Stack gap={8}>
      {charts.length > MANY && <SearchField label={t('saved.search')} value={text} onSearch={setText} />}
      {found.length === 0 && <Muted size="md">{t('saved.none_found')}</Muted>}
      <Entries>
        {found.map((chart) => (
          <SavedEntry key={chart.id} chart={chart} onFollow={onFollow} />
        ))}
      </Entries>
    </Stack>
  );
}

/** One's own saved charts and those that colleagues share, each a link. */
export function SavedList({ onFollow }: { onFollow?: () => void }) {
  const query = useCall(savedChartsCalls.list);
  return (
    <Known query={query} height={120}>
      {(charts) => <Found charts={charts} onFollow={onFollow} />}
    </Known>
  );
}
