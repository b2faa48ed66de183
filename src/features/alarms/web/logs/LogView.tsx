import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { addUnits, instantOfDate } from '../../../../shared/web/charts/zone.model.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { LogEntries } from './LogEntries.tsx';
import { type LogKey, type LogWindow, readLogKey } from './log-queries.ts';

/** The day of a log by its plant's clocks, as instants. */
function windowOf({ day }: LogKey, zone: string): LogWindow | null {
  const start = instantOfDate(day, zone);
  if (start === undefined) return null;
  return {
    start: new Date(start).toISOString(),
    end: new Date(addUnits(start, 'day', 1, zone)).toISOString(),
  };
}

/** One log; its address is a link. */
export function LogView({ log: key }: { log: string }) {
  const log = readLogKey(key);
  const { t } = useTranslation('logs');
  const plants = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  if (!plants.data && plants.error) {
    return <ErrorState error={plants.error} onRetry={() => void plants.refetch()} />;
  }
  if (!plants.data) return <Skeleton height={240} radius={12} aria-busy="true" />;
  const plant = plants.data.find(({ proj_code }) => proj_code === log.proj_code);
  const window = plant ? windowOf(log, plant.time_zone) : null;
  if (!plant || !window) return <EmptyState title={t('missing')} hint={t('missing_hint')} />;
  return <LogEntries log={log} window={window} plant={plant} />;
}
