import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../shared/web/api/call-key.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Page, Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { residentialCalls } from '../residential.contract.ts';
import { DayCurve } from './DayCurve.tsx';
import { DaysTable } from './DaysTable.tsx';
import { EnergyFlow } from './EnergyFlow.tsx';
import { EraseHome } from './EraseHome.tsx';
import { FamilyPart } from './FamilyPart.tsx';
import { HomeAlarms } from './HomeAlarms.tsx';
import { HomeChart } from './HomeChart.tsx';
import { HomeFacts } from './HomeFacts.tsx';
import { EditHome } from './HomeForm.tsx';
import { HomePeriods } from './HomePeriods.tsx';
import { LastDay } from './LastDay.tsx';
import { SENDING_LOOK } from './sending-looks.ts';

const route = getRouteApi('/portal/apps/cerresid/residenziale/$proj_code');

/** Of the day's curve and the figures and days below it, in pixels. */
const HEIGHTS = [372, 96, 320];

type Days = Answer<typeof residentialCalls.pdayData>;

/** What the last days of a home came to. */
function HomeDays({ days }: { days: UseQueryResult<Days> }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  return (
    <Known query={days} height={320}>
      {({ days: told, battery_cycles, battery_fault }) => {
        const last = told.at(-1);
        return (
          <>
            {battery_fault && (
              <Note tone="warning" icon={IconAlertTriangle} filled role="alert">
                {t('battery_fault')}
              </Note>
            )}
            {last && <LastDay day={last} />}
            <Section title={t('days.title')} hint={t('days.hint')} look="table">
              <DaysTable days={told} />
              {battery_cycles !== null && (
                <Muted style={{ padding: '8px 16px 16px' }}>
                  {t('cycles', { figure: number(battery_cycles, 1), n: number(told.length, 0) })}
                </Muted>
              )}
            </Section>
          </>
        );
      }}
    </Known>
  );
}

/** A home: where its energy goes now, its days, its contract, its family's page. */
export function HomeDetailPage() {
  const { proj_code } = route.useParams();
  const { t } = useTranslation('residential');
  const may = useCan('plants.write');
  const [editing, setEditing] = useState(false);
  const [erasing, setErasing] = useState(false);
  const home = useCall(residentialCalls.getHome, { params: { proj_code } });
  const now = useCall(residentialCalls.plantDataLast, { query: { proj_code } }, { refetchInterval: 10_000 });
  const days = useCall(residentialCalls.pdayData, { query: { proj_code } });
  // Rendered when what stands first is shown, and what comes meanwhile goes before it. Where that stalls nothing waits for it.
  const isBelow = useDeferredValue(!now.isPending || now.failureCount > 0 || !days.isPending, false);
  const back = <BackLink to="/apps/cerresid/residenziale">{t('title')}</BackLink>;
  const { data, error } = home;
  if (!data && error)
    return (
      <Page title={proj_code} back={back}>
        <ErrorState error={error} onRetry={() => void home.refetch()} />
      </Page>
    );
  return (
    <Page
      title={data?.name ?? null}
      back={back}
      subtitle={data?.comune}
      actions={
        data &&
        may && (
          <>
            <Button variant="default" onClick={() => setErasing(true)}>
              {t('erase.action')}
            </Button>
            <Button onClick={() => setEditing(true)}>{t('form.edit')}</Button>
          </>
        )
      }
      beside={data && <StatePill state={SENDING_LOOK[data.state]} label={t(`state.${data.state}`)} />}
    >
      <Section title={t('flow.title')} hint={t('flow.hint')}>
        <Known query={now} height={332}>
          {(powers) => <EnergyFlow powers={powers} />}
        </Known>
      </Section>
      {isBelow ? (
        <>
          {data ? <DayCurve home={data} /> : <Waiting heights={HEIGHTS.slice(0, 1)} />}
          <HomeDays days={days} />
          <HomePeriods proj_code={proj_code} />
          <HomeAlarms proj_code={proj_code} />
          {data && <HomeChart home={data} />}
          {data && <HomeFacts home={data} />}
          {data && may && <FamilyPart home={data} />}
        </>
      ) : (
        <Waiting heights={HEIGHTS} />
      )}
      {data && erasing && <EraseHome home={data} onClose={() => setErasing(false)} />}
      {data && editing && <EditHome home={data} onClose={() => setEditing(false)} />}
    </Page>
  );
}
