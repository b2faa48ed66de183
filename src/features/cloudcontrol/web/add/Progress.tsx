import { Progress as Bar, Group, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { useLate } from '../../../../shared/web/ui/use-late.ts';
import { unitsText } from '../../unit-range.model.ts';
import type { Results } from './find.model.ts';

/** Nobody has taken the question up after so long: whoever waits is told why that may be. */
const LATE_MS = 3_000;

/** How far the search is: which unit is being asked, how many have ended. */
export function Progress({ results, units }: { results: Results; units: readonly number[] }) {
  const { t } = useTranslation('add');
  const { asking, ended, found } = results;
  const waiting = asking.length === 0 && ended === 0;
  const late = useLate(waiting, LATE_MS);
  const now = asking.length > 0 ? asking : units;
  return (
    <Panel pad="sm" label={t('progress.title')}>
      <Group gap="4px 10px" role="status">
        <Loader size={16} aria-hidden="true" />
        <span>{t('progress.asking', { units: unitsText(now), count: now.length })}</span>
        <Muted as="span" size="md">
          {t('progress.ended', { ended, all: units.length })} · {t('found', { count: found.length })}
        </Muted>
      </Group>
      {units.length > 1 && (
        <Bar value={(100 * ended) / units.length} size="sm" aria-label={t('progress.title')} />
      )}
      {late && <Muted size="md">{t('progress.nobody')}</Muted>}
    </Panel>
  );
}
