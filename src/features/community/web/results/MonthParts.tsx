import { IconSolarPanel, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { assumptionsOfMonth } from '../../assumptions.model.ts';
import { type MeasuredPlantMonth, type MeasuredPlants, measuredCalls } from '../../measured.contract.ts';
import { sourceIn } from '../../rule-sources.model.ts';
import { type StatementMember, type StatementTrial, statementsCalls } from '../../statements.contract.ts';
import { AssumptionsTable } from '../AssumptionsTable.tsx';
import { Missing } from '../statements/Missing.tsx';
import { Divided } from '../statements/StatementParts.tsx';
import { SurplusPart } from './SurplusPart.tsx';

const HOURS = '/apps/cerresid/energy_community/results/hours';

interface Props {
  community: string;
  month: string;
}

/** By which rules: each with the day from which it holds and its source. */
export function MeasuredRules({ rules, switches }: Pick<MeasuredPlants, 'rules' | 'switches'>) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { date } = useFormat();
  return (
    <Section title={t('rules.title')}>
      <PlainTable
        label={t('rules.table')}
        stacked
        head={[t('rules.version'), t('rules.from'), t('rules.source')]}
      >
        {rules.map(({ version, from, source, assumption }) => (
          <tr key={version}>
            <th scope="row">
              {version}
              {assumption && <Muted as="div">{t('rules.assumption')}</Muted>}
            </th>
            <td data-label={t('rules.from')}>{date(from)}</td>
            <td data-label={t('rules.source')}>{sourceIn({ version, source }, language)}</td>
          </tr>
        ))}
      </PlainTable>
      <AssumptionsTable assumptions={assumptionsOfMonth(switches)} />
    </Section>
  );
}

/** What each plant came to; its name opens its hours. */
function Plants({ plants, community, month }: Props & Pick<MeasuredPlants, 'plants'>) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const columns = useMemo((): readonly DataColumn<MeasuredPlantMonth>[] => {
    const figure = (
      id: 'injected_kwh' | 'shared_kwh' | 'incentivised_kwh' | 'incentive_eur' | 'valorisation_eur',
      header: string,
      more: Partial<DataColumn<MeasuredPlantMonth>> = {},
    ): DataColumn<MeasuredPlantMonth> => ({
      id,
      header: `${header} (${id.endsWith('eur') ? '€' : 'kWh'})`,
      numeric: true,
      value: (row) => row[id],
      cell: (row) => number(row[id], id.endsWith('eur') ? 2 : 1),
      ...more,
    });
    return [
      {
        id: 'name',
        header: t('field.plant'),
        names: true,
        value: ({ name }) => name,
        cell: ({ name, proj_code }) => (
          <Link
            to={HOURS}
            search={{ community, month, plant: proj_code } as never}
            preload={false}
            data-row-link
          >
            {name}
          </Link>
        ),
      },
      {
        id: 'no_tariff',
        header: t('plants.no_tariff'),
        long: true,
        width: '22%',
        value: ({ no_tariff }) => (no_tariff === null ? t('plants.paid') : t(`no_tariff.${no_tariff}`)),
      },
      figure('injected_kwh', t('field.injected')),
      figure('shared_kwh', t('field.shared')),
      figure('incentivised_kwh', t('field.incentivised')),
      figure('incentive_eur', t('field.incentive')),
      figure('valorisation_eur', t('field.valorisation')),
      {
        id: 'missing',
        header: t('field.missing'),
        numeric: true,
        value: ({ missing_hours }) => missing_hours,
        cell: ({ missing_hours }) => number(missing_hours, 0),
      },
    ];
  }, [t, number, community, month]);
  return (
    <Section title={t('plants.title')} hint={t('plants.hint')} look="plain">
      <DataTable
        label={t('plants.table')}
        columns={columns}
        rows={plants}
        rowKey={({ proj_code }) => proj_code}
        search={null}
        empty={{ icon: IconSolarPanel, title: t('plants.none'), hint: t('plants.none_hint') }}
      />
    </Section>
  );
}

/** What each member shared and is due; the name opens the hours. */
function Members({ members, community, month }: Props & { members: readonly StatementMember[] }) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const columns = useMemo((): readonly DataColumn<StatementMember>[] => {
    const figure = (
      id: string,
      header: string,
      of: (row: StatementMember) => number,
      decimals = 1,
    ): DataColumn<StatementMember> => ({
      id,
      header,
      numeric: true,
      value: of,
      cell: (row) => number(of(row), decimals),
    });
    return [
      {
        id: 'name',
        header: t('field.member'),
        names: true,
        value: ({ name }) => name,
        // What a producer injects stands at its plants.
        cell: ({ id, name, role }) =>
          role === 'producer' ? (
            name
          ) : (
            <Link
              to={HOURS}
              search={{ community, month, member: String(id) } as never}
              preload={false}
              data-row-link
            >
              {name}
            </Link>
          ),
      },
      figure('withdrawn', `${t('field.withdrawn')} (kWh)`, ({ withdrawn_kwh }) => withdrawn_kwh),
      figure('shared', `${t('field.shared')} (kWh)`, ({ shared_kwh }) => shared_kwh),
      figure('given', `${t('members.given')} (kWh)`, ({ given_kwh }) => given_kwh),
      figure('due', `${t('members.due')} (€)`, ({ due_cents }) => due_cents / 100, 2),
      figure('missing', t('field.missing'), ({ missing_hours }) => missing_hours, 0),
    ];
  }, [t, number, community, month]);
  return (
    <Section title={t('members.title')} hint={t('members.hint')} look="plain">
      <DataTable
        label={t('members.table')}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        empty={{ icon: IconUsersGroup, title: t('members.none'), hint: t('plants.none_hint') }}
      />
    </Section>
  );
}

/** Whether the month is closed, and where its statement is. */
function Closed({ last, is_over }: Pick<StatementTrial, 'last' | 'is_over'>) {
  const { t } = useTranslation('results');
  if (!is_over) return null;
  if (!last)
    return (
      <Note tone="muted">
        {t('not_closed')}{' '}
        <Link
          to="/apps/cerresid/energy_community/statements"
          search={{ form: 'close' } as never}
          preload={false}
        >
          {t('to_close')}
        </Link>
      </Note>
    );
  return (
    <Note tone="brand">
      {t('closed', { number: `${last.number}/${last.year}` })}{' '}
      <Link
        to="/apps/cerresid/energy_community/statements/$id"
        params={{ id: String(last.id) }}
        preload={false}
      >
        {t('to_statement')}
      </Link>
    </Note>
  );
}

/** How the month's money is divided, for those who may close it. */
function Division({ community, month }: Props) {
  const { t } = useTranslation('results');
  const body = { community: Number(community), month };
  const query = useCall(statementsCalls.trial, { body });
  return (
    <Known query={query} height={320}>
      {({ now, last, is_over }) => (
        <>
          <Closed last={last} is_over={is_over} />
          <Members community={community} month={month} members={now.members} />
          <Divided content={now} />
          {now.missing_hours > 0 && (
            <Section title={t('field.missing')}>
              <Missing content={now} />
            </Section>
          )}
        </>
      )}
    </Known>
  );
}

/** What stands behind a month: its plants, its members, and the rules. */
export function MonthParts({ community, month }: Props) {
  const { t } = useTranslation('results');
  const mayWrite = useCan('community.write');
  const mayClose = useCan('community.close');
  const query = useCall(measuredCalls.plants, mayWrite ? { query: { community, month } } : null);
  if (!mayWrite) return null;
  return (
    <>
      <Known query={query} height={240}>
        {({ plants }) => <Plants community={community} month={month} plants={plants} />}
      </Known>
      {mayClose ? <Division community={community} month={month} /> : <Muted>{t('members.readers')}</Muted>}
      {query.data?.surplus && <SurplusPart surplus={query.data.surplus} />}
      {query.data && <MeasuredRules {...query.data} />}
    </>
  );
}
