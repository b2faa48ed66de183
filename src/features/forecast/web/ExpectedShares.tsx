import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import type { ExpectedShares as Shares } from '../../overview/web/list/list-slot.public.ts';
import { type ExpectedTotal, forecastCalls } from '../forecast.contract.ts';
import { yesterdayAt } from '../yesterday.model.ts';
import { FOR_MINUTES } from './ask-ahead.ts';

const sharesOf = ({ results }: ExpectedTotal): Shares =>
  new Map(results.map(({ proj_code, performance_index }) => [proj_code, performance_index]));

/** Yesterday by the reader's clock, as a question; a page that stays open asks anew when the day is over. */
function useYesterday() {
  const { start, end } = yesterdayAt(Intl.DateTimeFormat().resolvedOptions().timeZone, useNow(MINUTE_MS));
  return useMemo(
    () => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      resolution: 'day' as const,
    }),
    [start, end],
  );
}

/** Tells a list of plants what each of them made of expected yesterday, in one question for all. Of itself it says only what failed. */
export function ExpectedShares(props: { onShares: (shares: Shares) => void; children?: ReactNode }) {
  const { onShares, children } = props;
  const { t } = useTranslation('forecast');
  const query = useYesterday();
  const { data, error, dataUpdatedAt } = useCall(
    forecastCalls.expectedTotal,
    { query },
    { ...FOR_MINUTES, select: sharesOf },
  );
  useEffect(() => {
    if (data) onShares(data);
  }, [data, onShares]);
  return (
    <>
      {error &&
        (data ? (
          <StaleLine updatedAt={dataUpdatedAt} />
        ) : (
          <Note tone="warning" small role="status">
            {t('shares_failed')}
          </Note>
        ))}
      {children}
    </>
  );
}
