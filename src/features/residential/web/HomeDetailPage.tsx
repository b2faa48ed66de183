import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconLink } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { CopyButton } from '../../../shared/web/ui/CopyButton.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import { familyCalls } from '../family.contract.ts';
import { type HomeDay, type HomeDetail, residentialCalls } from '../residential.contract.ts';
import { DayFault, DaysTable } from './DaysTable.tsx';
import { EnergyFlow } from './EnergyFlow.tsx';
import { EraseHome } from './EraseHome.tsx';
import { EditHome } from './HomeForm.tsx';
import { SENDING_LOOK } from './sending-looks.ts';

const route = getRouteApi('/portal/apps/cerresid/residenziale/$proj_code');

/** What the last day that is over came to. */
function LastDay({ day }: { day: HomeDay }) {
  const { t } = useTranslation('residential');
  const { number, date, euro } = useFormat();
  const kwh = (value: number | null) => (value === null ? null : number(value, 1));
  return (
    <Stack gap={8}>
      <DayFault day={day} />
      <Figures columns={5}>
        <Figure
          label={t('energy.produced_kwh')}
          value={kwh(day.produced_kwh)}
          unit="kWh"
          note={date(day.day)}
        />
        <Figure label={t('energy.used_kwh')} value={kwh(day.used_kwh)} unit="kWh" />
        <Figure label={t('energy.imported_kwh')} value={kwh(day.imported_kwh)} unit="kWh" />
        <Figure label={t('energy.exported_kwh')} value={kwh(day.exported_kwh)} unit="kWh" />
        <Figure
          label={t('days.saved')}
          value={day.saved_eur === null ? null : euro(day.saved_eur)}
          hint={t('hint.saved')}
        />
      </Figures>
    </Stack>
  );
}

/** The page of the family: its link is shown once, when it is made. */
function FamilyPart({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('residential');
  const { date } = useFormat();
  const making = useSend(familyCalls.createLink);
  const link = making.data;
  return (
    <Section title={t('family.title')} hint={t('family.hint')}>
      {link ? (
        <Stack gap={8} align="flex-start">
          <Muted>{t('family.made', { at: date(link.expires_at) })}</Muted>
          <code>{link.url}</code>
          <CopyButton text={link.url} label={t('family.link')} />
        </Stack>
      ) : (
        <Button
          variant="default"
          leftSection={<IconLink size={16} />}
          loading={making.isPending}
          onClick={() => making.mutate({ params: { proj_code }, body: {} })}
        >
          {t('family.make')}
        </Button>
      )}
    </Section>
  );
}

function HomeFacts({ home }: { home: HomeDetail }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const unit = (value: number | null, of: string) => (value === null ? null : `${number(value, 2)} ${of}`);
  return (
    <Section title={t('about')}>
      <Facts>
        <Fact label={t('field.project')}>{home.project}</Fact>
        <Fact label={t('field.comune')}>{home.comune || null}</Fact>
        <Fact label={t('field.district')}>{home.district || null}</Fact>
        <Fact label="POD">{home.pod || null}</Fact>
        <Fact label={t('field.nominal_kwp')}>{unit(home.nominal_kwp, 'kWp')}</Fact>
        <Fact label={t('field.storage_kwh')}>{unit(home.storage_kwh, 'kWh')}</Fact>
        <Fact label={t('field.inverter_model')}>{home.inverter_model || null}</Fact>
        <Fact label={t('field.provider')}>{t(`provider.${home.provider}`)}</Fact>
        <Fact label={t('field.orientation')}>{t(`orientation.${home.orientation}`)}</Fact>
        <Fact label={t('field.owner')}>
          {[home.owner_name, home.owner_phone, home.owner_email].filter(Boolean).join(' · ') || null}
        </Fact>
        <Fact label={t('field.import_eur_kwh')}>{unit(home.import_eur_kwh, '€/kWh')}</Fact>
        <Fact label={t('field.export_eur_kwh')}>{unit(home.export_eur_kwh, '€/kWh')}</Fact>
      </Facts>
    </Section>
  );
}

/** A home: where its energy goes now, its days, its contract, its family's page. */
export function HomeDetailPage() {
  const { proj_code } = route.useParams();
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const may = useCan('plants.write');
  const [editing, setEditing] = useState(false);
  const [erasing, setErasing] = useState(false);
  const home = useCall(residentialCalls.getHome, { params: { proj_code } });
  const now = useCall(residentialCalls.plantDataLast, { query: { proj_code } }, { refetchInterval: 10_000 });
  const days = useCall(residentialCalls.pdayData, { query: { proj_code } });
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
        <Known query={now} height={260}>
          {(powers) => <EnergyFlow powers={powers} />}
        </Known>
      </Section>
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
      {data && <HomeFacts home={data} />}
      {may && <FamilyPart proj_code={proj_code} />}
      {data && erasing && <EraseHome home={data} onClose={() => setErasing(false)} />}
      {data && editing && <EditHome home={data} onClose={() => setEditing(false)} />}
    </Page>
  );
}
