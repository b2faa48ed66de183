import { Stack } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MARKET_CLOCK } from '../../../../shared/units/zones.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { offsetName } from '../../../../shared/web/format/dates.ts';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { type MeasuredHour, type MeasuredHours, measuredCalls } from '../../measured.contract.ts';
import { HourParts } from './HourParts.tsx';
import { MeasuredRules } from './MonthParts.tsx';
import { HoursList } from './results-list.ts';

type Figure = Exclude<
  { [K in keyof MeasuredHour]: MeasuredHour[K] extends number | null ? K : never }[keyof MeasuredHour],
  undefined
>;

const HOUR_MS = 3_600_000;
/** An hour by the clock of Rome; the one that comes twice in October with its offset. */
function useHourName(): (at: string) => string {
  const { dateTime } = useFormat();
  return useMemo(
    () => (at) => {
      const text = dateTime(at);
      const twin = [-HOUR_MS, HOUR_MS].some(
        (by) => dateTime(new Date(Date.parse(at) + by).toISOString()) === text,
      );
      return twin ? `${text} ${offsetName(new Date(at), MARKET_CLOCK)}` : text;
    },
    [dateTime],
  );
}

function useColumns(of: 'plant' | 'member'): readonly DataColumn<MeasuredHour>[] {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const hourName = useHourName();
  return useMemo(() => {
    const figure = (
      id: Figure,
      header: string,
      {
        decimals,
        unknown,
        ...more
      }: { decimals: number; unknown?: string } & Partial<DataColumn<MeasuredHour>>,
    ): DataColumn<MeasuredHour> => ({
      id,
      header,
      numeric: true,
      value: (row) => row[id],
      ...more,
      cell: (row) =>
        row[id] === null && unknown ? <Muted as="span">{unknown}</Muted> : number(row[id], decimals),
    });
    const kwh = (id: Figure, short: string, title: string, more: Partial<DataColumn<MeasuredHour>> = {}) =>
      figure(id, `${short} (kWh)`, { decimals: 3, title, ...more });
    const [injected, withdrawn] = [t('field.injected'), t('field.withdrawn')];
    const no_reading = { decimals: 3, unknown: t('hours.no_reading') };
    const at_substation = [
      kwh('substation_injected_kwh', t('hours.short_injected'), t('hours.substation_injected'), {
        extra: of === 'plant',
      }),
      kwh(
        'substation_withdrawn_kwh',
        of === 'plant' ? withdrawn : t('hours.short_withdrawn'),
        t('hours.substation_withdrawn'),
      ),
      kwh('substation_shared_kwh', t('hours.short_shared'), t('hours.substation_shared'), {
        extra: of === 'plant',
      }),
    ];
    return [
      {
        id: 'at',
        header: t('field.hour'),
        names: true,
        width: '15%',
        value: ({ at }) => at,
        cell: ({ at }) => <HourLink at={at} text={hourName(at)} />,
      },
      of === 'plant'
        ? figure('own_kwh', `${injected} (kWh)`, { ...no_reading, title: t('hours.own_injected') })
        : figure('own_kwh', `${withdrawn} (kWh)`, { ...no_reading, title: t('hours.own_withdrawn') }),
      ...at_substation,
      kwh('own_shared_kwh', t('field.shared'), t('hours.own_shared')),
      ...(of === 'plant'
        ? [
            figure('price_eur_mwh', t('hours.short_price'), {
              decimals: 2,
              unknown: t('hours.no_price'),
              title: `${t('hours.price')} (€/MWh)`,
            }),
            figure('tip', `${t('hours.tip')} (€/MWh)`, { decimals: 2 }),
            figure('incentive_eur', `${t('hours.incentive')} (€)`, { decimals: 4 }),
            figure('surplus_eur', `${t('hours.surplus')} (€)`, { decimals: 4, extra: true }),
            figure('valorisation_eur', t('hours.short_valorisation'), {
              decimals: 4,
              title: `${t('field.valorisation')} (€)`,
            }),
          ]
        : [figure('served', t('hours.served'), { decimals: 3 })]),
      {
        id: 'own_source',
        header: t('hours.source'),
        extra: true,
        value: ({ own_source }) => own_source && t(`source.${own_source}`),
      },
      figure('unknown_pods', t('hours.short_unknown'), { decimals: 0, title: t('hours.unknown_pods') }),
    ];
  }, [t, number, hourName, of]);
}

/** Opens an hour beside the list. */
function HourLink({ at, text }: { at: string; text: string }) {
  const open = String(Date.parse(at));
  return (
    <Link
      to="."
      search={(old) => ({ ...old, open }) as never}
      resetScroll={false}
      preload={false}
      data-row-link
    >
      {text}
    </Link>
  );
}

function PlantFacts({
  plant,
  network_eur_per_kwh,
}: { plant: NonNullable<MeasuredHours['plant']> } & Pick<MeasuredHours, 'network_eur_per_kwh'>) {
  const { t } = useTranslation('results');
  const { number, date } = useFormat();
  const { tariff, no_tariff } = plant;
  return (
    <Section title={t('field.plant')}>
      {no_tariff !== null && <Note tone="warning">{t(`no_tariff.${no_tariff}`)}</Note>}
      <Facts>
        <Fact label={`${t('field.shared')} (kWh)`}>{number(plant.shared_kwh, 1)}</Fact>
        <Fact label={`${t('field.incentive')} (€)`}>{number(plant.incentive_eur, 2)}</Fact>
        {plant.surplus_eur !== null && plant.surplus_eur > 0 && (
          <Fact label={`${t('hours.surplus')} (€)`}>{number(plant.surplus_eur, 2)}</Fact>
        )}
        <Fact label={`${t('field.valorisation')} (€)`}>{number(plant.valorisation_eur, 2)}</Fact>
        {plant.grant_cut_eur !== null && plant.grant_cut_eur > 0 && (
          <Fact label={`${t('field.grant_cut')} (€)`}>{number(plant.grant_cut_eur, 2)}</Fact>
        )}
        <Fact label={t('hours.missing')}>{number(plant.missing_hours, 0)}</Fact>
        {plant.read_hours > 0 && <Fact label={t('hours.read')}>{number(plant.read_hours, 0)}</Fact>}
        <Fact label={t('hours.substation')}>{plant.substation}</Fact>
        <Fact label={t('hours.power')}>
          {plant.power_kw === null ? null : `${number(plant.power_kw, 1)} kW`}
        </Fact>
        <Fact label={t('hours.in_operation')}>{plant.in_operation && date(plant.in_operation)}</Fact>
        {tariff && (
          <>
            <Fact label={t('hours.class')}>{`${number(tariff.up_to_kw, 0)} kW`}</Fact>
            <Fact label={t('hours.base_cap')}>
              {`${number(tariff.base, 2)} / ${number(tariff.cap, 2)} €/MWh`}
            </Fact>
            <Fact label={t('hours.correction')}>{`${number(tariff.correction, 2)} €/MWh`}</Fact>
            <Fact label={t('hours.grant')}>{`${number(100 * plant.grant_share, 1)} %`}</Fact>
            <Fact label={t('hours.reduction')}>{`${number(100 * tariff.reduction, 1)} %`}</Fact>
            <Fact label={t('hours.until')}>{tariff.until && date(tariff.until)}</Fact>
          </>
        )}
        <Fact label={t('hours.network')}>{`${number(network_eur_per_kwh, 5)} €/kWh`}</Fact>
      </Facts>
    </Section>
  );
}

function MemberFacts({ member }: { member: NonNullable<MeasuredHours['member']> }) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  return (
    <Section title={t('field.member')} hint={t('hours.member_money')}>
      <Facts>
        <Fact label={`${t('field.withdrawn')} (kWh)`}>{number(member.withdrawn_kwh, 1)}</Fact>
        <Fact label={`${t('field.shared')} (kWh)`}>{number(member.shared_kwh, 1)}</Fact>
        <Fact label={t('hours.missing')}>{number(member.missing_hours, 0)}</Fact>
        {member.read_hours > 0 && <Fact label={t('hours.read')}>{number(member.read_hours, 0)}</Fact>}
        <Fact label={t('hours.substation')}>{member.substation}</Fact>
        <Fact label={t('hours.level')}>{number(member.level, 0)}</Fact>
        <Fact label={t('hours.pods')}>{member.pods.join(', ')}</Fact>
      </Facts>
    </Section>
  );
}

type Query = { community: string; month: string } & ({ plant: string } | { member: string });

function Hours({ asked, query }: { asked: Query; query: ReturnType<typeof useHours> }) {
  const { t } = useTranslation('results');
  const { language } = useFormat();
  const hourName = useHourName();
  const { id_client: company } = useCompany();
  const state = useListState(HoursList);
  const { data } = query;
  const open = data?.hours.find(({ at }) => String(Date.parse(at)) === state.search.open);
  const name = 'plant' in asked ? asked.plant : asked.member;
  return (
    <ListPage
      state={state}
      label={t('hours.label')}
      columns={useColumns('plant' in asked ? 'plant' : 'member')}
      query={{ ...query, data: data?.hours }}
      rowKey={({ at }) => at}
      search={null}
      empty={{ icon: IconClock, title: t('hours.none'), hint: t('hours.none_hint') }}
      exportAs={{
        name: t('hours.file', { name, month: asked.month }),
        formats: ['csv', 'xlsx'],
        load: (format) => send(measuredCalls.hoursFile, { query: { ...asked, format, language }, company }),
      }}
      detail={{
        title: t('hours.at', { at: open ? hourName(open.at) : '' }),
        opened: open !== undefined,
        onClose: () => state.set({ open: undefined }),
        width: 460,
        children: open && data && <HourParts hour={open} of={data} />,
      }}
    />
  );
}

const useHours = (asked: Query | null) => useCall(measuredCalls.hours, asked && { query: asked });

function askedOf({
  community,
  month,
  plant,
  member,
}: {
  community?: string | undefined;
  month?: string | undefined;
  plant?: string | undefined;
  member?: string | undefined;
}): Query | null {
  if (community === undefined || month === undefined) return null;
  if (plant !== undefined) return { community, month, plant };
  return member === undefined ? null : { community, month, member };
}

/** The hours behind a plant's euros, or a member's share, in a month: each can be taken apart. */
export function HoursPage() {
  const { t } = useTranslation('results');
  const monthName = useMonthName();
  const { search } = useListState(HoursList);
  const { community, month } = search;
  const asked = askedOf(search);
  const query = useHours(asked);
  const { data, error } = query;
  const back = (
    <BackLink to="/apps/cerresid/energy_community/results" search={{ community, month } as never}>
      {t('hours.back')}
    </BackLink>
  );
  const name = data?.plant?.name ?? data?.member?.name;
  if (!asked || (!data && error))
    return (
      <Page title={t('hours.label')} back={back}>
        {asked ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : (
          <EmptyState icon={IconClock} title={t('hours.none')} hint={t('hours.choose')} />
        )}
      </Page>
    );
  return (
    <Page
      title={name === undefined ? null : t('hours.title', { name })}
      subtitle={month && monthName(month)}
      back={back}
    >
      <Stack gap={16}>
        {data?.partial && <Note tone="muted">{t('partial')}</Note>}
        {data?.plant && <PlantFacts plant={data.plant} network_eur_per_kwh={data.network_eur_per_kwh} />}
        {data?.member && <MemberFacts member={data.member} />}
        <Hours asked={asked} query={query} />
        {data && <MeasuredRules {...data} />}
      </Stack>
    </Page>
  );
}
