import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ExportMenu } from '../../../../shared/web/list/ExportMenu.tsx';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { statementFilesCalls } from '../../statement-files.contract.ts';
import { erasedNames, withNames } from '../../statement-names.model.ts';
import { type Statement, type StatementContent, statementsCalls } from '../../statements.contract.ts';
import { Missing } from './Missing.tsx';
import { Paying } from './Paying.tsx';
import { StatementMailing } from './StatementMailing.tsx';
import { StatementMembers } from './StatementMembers.tsx';
import { Divided, Rules } from './StatementParts.tsx';

const route = getRouteApi('/portal/apps/cerresid/energy_community/statements/$id');

interface Read {
  statement: Statement;
  /** With the names in their places. */
  content: StatementContent;
}

function Totals({ statement, content: { energy, money, total } }: Read) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const euros = (cents: number) => number(cents / 100, 2);
  return (
    <Figures columns={5}>
      <Figure label={t('field.due_cents')} value={euros(total.due.cents)} unit="€" />
      {statement.revision > 0 && (
        <Figure
          label={t('field.change_cents')}
          value={euros(total.change.cents)}
          unit="€"
          hint={t('change_hint')}
        />
      )}
      <Figure label={t('field.incentive')} value={euros(money.incentive_cents)} unit="€" />
      <Figure label={t('field.valorisation')} value={euros(money.valorisation_cents)} unit="€" />
      <Figure label={t('field.shared_kwh')} value={number(energy.shared_kwh, 0)} unit="kWh" />
    </Figures>
  );
}

/** The lines for the accountant. */
function TakeAlong({ id, year, number }: Statement) {
  const { t } = useTranslation('statements');
  const { language } = useFormat();
  const { id_client: company } = useCompany();
  return (
    <ExportMenu
      name={`${t('file.name')}-${year}-${number}`}
      formats={['csv', 'xlsx']}
      load={(format) =>
        send(statementFilesCalls.lines, { params: { id: String(id) }, query: { format, language }, company })
      }
    />
  );
}

/** Leads to the hours that the month was measured by. */
function ToHours({ community, month }: Statement) {
  const { t } = useTranslation('statements');
  const search = { community: String(community), month };
  return (
    <Button
      variant="default"
      renderRoot={(root) => (
        <Link
          {...root}
          to="/apps/cerresid/energy_community/results"
          search={search as never}
          preload={false}
        />
      )}
    >
      {t('to_results')}
    </Button>
  );
}

/** By what the statement is known, and what makes a later change of it seen. */
function Seal({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements');
  const { dateTime } = useFormat();
  const { closed_by, closed_at, hash, corrects, sealed, resealed } = statement;
  const erased = erasedNames(statement.names);
  return (
    <Section title={t('seal.title')} hint={t('seal.hint')}>
      <Facts min={260}>
        <Fact label={t('field.closed_by')}>{closed_by}</Fact>
        <Fact label={t('field.closed_at')}>{dateTime(closed_at)}</Fact>
        <Fact label={t('seal.corrects')}>
          {corrects !== null && (
            <Link
              to="/apps/cerresid/energy_community/statements/$id"
              params={{ id: String(corrects) }}
              preload={false}
            >
              {t('seal.earlier')}
            </Link>
          )}
        </Fact>
        <Fact label={t('seal.hash')}>
          <code style={{ overflowWrap: 'anywhere' }}>{hash}</code>
        </Fact>
        <Fact label={t('seal.previous')}>
          {sealed.previous_hash && <code style={{ overflowWrap: 'anywhere' }}>{sealed.previous_hash}</code>}
        </Fact>
        {resealed && (
          <Fact label={t('seal.resealed')}>{t('seal.resealed_at', { at: dateTime(resealed.at) })}</Fact>
        )}
        {erased > 0 && <Fact label={t('seal.names')}>{t('seal.erased', { count: erased })}</Fact>}
      </Facts>
    </Section>
  );
}

function Whole({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements');
  const content = useMemo(() => withNames(statement.sealed.content, statement.names), [statement]);
  return (
    <>
      {!statement.is_last && <Note tone="warning">{t('corrected_later')}</Note>}
      <Totals statement={statement} content={content} />
      <StatementMembers statement={statement} content={content} />
      <StatementMailing id={String(statement.id)} />
      <Divided content={content} />
      <Paying statement={statement} />
      {content.missing_hours > 0 && (
        <Section title={t('missing.title')}>
          <Missing content={content} />
        </Section>
      )}
      <Rules content={content} />
      <Seal statement={statement} />
    </>
  );
}

/** A closed month: who shared what, what each is due, and why. */
export function StatementPage() {
  const { id } = route.useParams();
  const { t } = useTranslation('statements');
  const monthName = useMonthName();
  const query = useCall(statementsCalls.get, { params: { id } });
  const { data, error } = query;
  const back = <BackLink to="/apps/cerresid/energy_community/statements">{t('title')}</BackLink>;
  if (!data && error)
    return (
      <Page title={t('title')} back={back}>
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      </Page>
    );
  return (
    <Page
      title={data ? t('one', { number: `${data.number}/${data.year}` }) : null}
      back={back}
      actions={
        data && (
          <>
            <ToHours {...data} />
            <TakeAlong {...data} />
          </>
        )
      }
      subtitle={data && `${data.sealed.content.community.name}, ${monthName(data.month)}`}
      beside={
        data && (
          <StatePill
            state={data.is_last ? 'success' : 'warning'}
            label={t('revision', { count: data.revision })}
          />
        )
      }
    >
      {data && <Whole statement={data} />}
    </Page>
  );
}
