import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { LinkPage, Opened } from '../../../shared/web/page/LinkPage.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { type FamilyHome, familyCalls } from '../family.contract.ts';
import { sumOf } from '../months.model.ts';
import { PowersChart } from './DayCurve.tsx';
import { DaysTable } from './DaysTable.tsx';
import { EnergyFlow } from './EnergyFlow.tsx';

const route = getRouteApi('/casa/$token');

function Home({ home }: { home: FamilyHome }) {
  const { t } = useTranslation('residential');
  const { number, euro, date } = useFormat();
  const { name, company, today, days, now, saved_eur, expires_at } = home;
  const kwh = (value: number | null) => (value === null ? null : number(value, 0));
  return (
    <Stack gap={16}>
      <div>
        <Muted>{t('family.from', { company })}</Muted>
        <h1>{name}</h1>
      </div>
      <Section title={t('flow.title')} hint={t('flow.hint')}>
        <EnergyFlow powers={now} />
      </Section>
      <Figures columns={4}>
        <Figure
          label={t('family.produced')}
          value={kwh(sumOf(days, 'produced_kwh'))}
          unit="kWh"
          note={t('figure.thirty_days')}
        />
        <Figure
          label={t('family.used')}
          value={kwh(sumOf(days, 'used_kwh'))}
          unit="kWh"
          note={t('figure.thirty_days')}
        />
        <Figure
          label={t('family.saved')}
          value={saved_eur === null ? null : euro(saved_eur)}
          hint={t('hint.saved')}
          note={t('figure.thirty_days')}
        />
      </Figures>
      <Section title={t('curve.title')} hint={t('curve.hint')}>
        <PowersChart powers={today} name={name} code={t('file')} />
      </Section>
      <Section title={t('days.title')} look="table">
        <DaysTable days={days} />
      </Section>
      <Muted>{t('family.until', { at: date(expires_at) })}</Muted>
    </Stack>
  );
}

/** Where the link of a family leads: its own home in plain words, without an account, outside of the portal's frame. */
export function FamilyPage() {
  const { token } = route.useParams();
  const { t } = useTranslation('residential');
  const query = useCall(familyCalls.get, { params: { token } }, { retry: false, refetchInterval: 30_000 });
  usePageTitle(query.data?.name ?? t('family.title'));
  return (
    <LinkPage width={980}>
      <Opened
        query={query}
        gone={{ title: t('family.missing_title'), text: t('family.missing_plain') }}
        heights={[36, 260, 96, 372, 220]}
      >
        {(home) => <Home key={token} home={home} />}
      </Opened>
    </LinkPage>
  );
}
