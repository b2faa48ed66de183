import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { LanguageChoice } from '../../../shared/web/ui/LanguageChoice.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { familyCalls } from '../family.contract.ts';
import { sumOf } from '../months.model.ts';
import { DaysTable } from './DaysTable.tsx';
import { EnergyFlow } from './EnergyFlow.tsx';
import classes from './family.module.css';

const route = getRouteApi('/casa/$token');

function Home({ token }: { token: string }) {
  const { t } = useTranslation('residential');
  const { number, euro, date } = useFormat();
  const query = useCall(familyCalls.get, { params: { token } }, { retry: false, refetchInterval: 30_000 });
  const { data, error } = query;
  usePageTitle(data?.name ?? t('family.title'));
  if (!data && error instanceof CallError && error.status === 404)
    return (
      <>
        <h1>{t('family.missing_title')}</h1>
        <p>{t('family.missing_plain')}</p>
      </>
    );
  if (!data && error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Waiting heights={[36, 260, 96, 220]} />;
  const kwh = (value: number | null) => (value === null ? null : number(value, 0));
  return (
    <Stack gap={16}>
      <div>
        <Muted>{t('family.from', { company: data.company })}</Muted>
        <h1>{data.name}</h1>
      </div>
      <Section title={t('flow.title')} hint={t('flow.hint')}>
        <EnergyFlow powers={data.now} />
      </Section>
      <Figures columns={4}>
        <Figure
          label={t('family.produced')}
          value={kwh(sumOf(data.days, 'produced_kwh'))}
          unit="kWh"
          note={t('figure.thirty_days')}
        />
        <Figure
          label={t('family.used')}
          value={kwh(sumOf(data.days, 'used_kwh'))}
          unit="kWh"
          note={t('figure.thirty_days')}
        />
        <Figure
          label={t('family.saved')}
          value={data.saved_eur === null ? null : euro(data.saved_eur)}
          hint={t('hint.saved')}
          note={t('figure.thirty_days')}
        />
      </Figures>
      <Section title={t('days.title')} look="table">
        <DaysTable days={data.days} />
      </Section>
      <Muted>{t('family.until', { at: date(data.expires_at) })}</Muted>
    </Stack>
  );
}

/** Where the link of a family leads: its own home in plain words, without an account, outside of the portal's frame. */
export function FamilyPage() {
  const { token } = route.useParams();
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo size={28} />
        <span>{t('app_name')}</span>
        <LanguageChoice />
      </header>
      <main className={classes.main}>
        <Home key={token} token={token} />
      </main>
    </div>
  );
}
