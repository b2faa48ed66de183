import { Button, Stack } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { LinkPage, Opened } from '../../../../shared/web/page/LinkPage.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { type MemberStatement, memberStatementsCalls } from '../../member-statements.contract.ts';
import { AssumptionsTable } from '../AssumptionsTable.tsx';

const route = getRouteApi('/rendiconto/$token');

function Energy({ energy }: Pick<MemberStatement, 'energy'>) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { withdrawn_kwh, shared_kwh, injected_kwh, given_kwh } = energy;
  return (
    <Section title={t('file.my_energy')} look="plain">
      <Figures columns={4}>
        <Figure
          label={t('mine.withdrawn')}
          value={number(withdrawn_kwh, 1)}
          unit="kWh"
          note={t('mine.withdrawn_hint')}
        />
        <Figure
          label={t('mine.shared')}
          value={number(shared_kwh, 1)}
          unit="kWh"
          note={t('mine.shared_hint')}
        />
        {injected_kwh > 0 && (
          <Figure
            label={t('mine.given')}
            value={number(given_kwh, 1)}
            unit="kWh"
            note={t('mine.of_injected', { kwh: number(injected_kwh, 1) })}
          />
        )}
      </Figures>
    </Section>
  );
}

function Share({ statement }: { statement: MemberStatement }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { lines, due_cents, change_cents, revision } = statement;
  const euros = (cents: number) => `${number(cents / 100, 2)} €`;
  const rows: readonly (readonly [string, number])[] = [
    ...lines.map(({ part, cents }) => [t(`mine.part.${part}`), cents] as const),
    [t('divided.total'), due_cents],
    ...(revision > 0 ? ([[t('mine.change'), change_cents]] as const) : []),
  ];
  return (
    <Section title={t('file.my_share')} look="table">
      <PlainTable
        label={t('file.my_share')}
        inset
        head={[t('divided.part'), { text: t('mine.euros'), number: true }]}
      >
        {rows.map(([name, cents]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number>{euros(cents)}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

/** In plain words how the money was divided, by which rules, and what is not known. */
function Why({ statement: { why, energy } }: { statement: MemberStatement }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { rule, rules, notes, shared_kwh, total_cents, surplus_cents, assumptions } = why;
  const euros = (cents: number) => number(cents / 100, 2);
  const { missing_hours } = energy;
  return (
    <Section title={t('file.why')}>
      <p>{t('file.why_total', { shared: number(shared_kwh, 1), total: euros(total_cents) })}</p>
      <p>
        {t('file.why_parts', {
          management: number(rule.management_percent, 2),
          producers: number(rule.producers_percent, 2),
          consumers: number(rule.consumers_percent, 2),
        })}
      </p>
      <p>{t(rule.equidistribution ? 'file.why_equal' : 'file.why_energy')}</p>
      {surplus_cents > 0 && (
        <p>{t(`file.why_surplus_${rule.surplus_to}`, { surplus: euros(surplus_cents) })}</p>
      )}
      {surplus_cents < 0 && <p>{t('file.why_surplus_back', { surplus: euros(-surplus_cents) })}</p>}
      {missing_hours > 0 && (
        <Note tone="warning">
          {t(missing_hours === 1 ? 'file.why_missing_one' : 'file.why_missing_other', {
            hours: number(missing_hours, 0),
          })}
        </Note>
      )}
      {notes.map(({ code, name }) => (
        <Muted key={`${code} ${name}`} as="p">
          {t(`note.${code}`, { name })}
        </Muted>
      ))}
      <Muted as="p">
        {t('file.why_rules', {
          rules: rules
            .map(({ version, assumption }) => (assumption ? `${version} (${t('file.assumption')})` : version))
            .join(', '),
        })}
      </Muted>
      <AssumptionsTable assumptions={assumptions} />
    </Section>
  );
}

/** The page as a PDF. */
function Printed({ token, statement }: { token: string; statement: MemberStatement }) {
  const { t } = useTranslation('statements');
  const { language } = useFormat();
  const sentence = useRefusalSentence();
  const print = async () => {
    try {
      const given = { params: { token }, query: { language } };
      const pdf = await send(memberStatementsCalls.document, given);
      download(pdf, `${t('file.name')}-${statement.year}-${statement.number}.pdf`);
    } catch (fault) {
      toast.failed(sentence(fault));
    }
  };
  return (
    <Button variant="default" leftSection={<IconFileTypePdf size={16} />} onClick={() => void print()}>
      {t('mine.pdf')}
    </Button>
  );
}

function Mine({ token, statement }: { token: string; statement: MemberStatement }) {
  const { t } = useTranslation('statements');
  const { date } = useFormat();
  const monthName = useMonthName();
  const { name, community, company, month, pods, number, year, is_last, closed_at, hash } = statement;
  return (
    <Stack gap={16}>
      <div>
        <Muted>{t('mine.from', { community, company })}</Muted>
        <h1>{t('mine.title', { month: monthName(month) })}</h1>
        <Muted>
          {name}
          {pods.length > 0 && ` · ${pods.join(', ')}`}
        </Muted>
      </div>
      {!is_last && <Note tone="warning">{t('mine.corrected_later')}</Note>}
      <Energy energy={statement.energy} />
      <Share statement={statement} />
      <Why statement={statement} />
      <div>
        <Printed token={token} statement={statement} />
      </div>
      <Muted>
        {t('mine.closed', { number: `${number}/${year}`, at: date(closed_at) })}{' '}
        {t('mine.until', { at: date(statement.expires_at) })}
      </Muted>
      <Muted>
        {t('file.sealed')} <code style={{ overflowWrap: 'anywhere' }}>{hash}</code>
      </Muted>
    </Stack>
  );
}

/** Where the link of a member leads: their own month in plain words, without an account, outside of the portal's frame. */
export function MemberStatementPage() {
  const { token } = route.useParams();
  const { t } = useTranslation('statements');
  const monthName = useMonthName();
  const query = useCall(memberStatementsCalls.get, { params: { token } }, { retry: false });
  const { data } = query;
  usePageTitle(data ? t('mine.title', { month: monthName(data.month) }) : t('mine.what'));
  return (
    <LinkPage width={760}>
      <Opened
        query={query}
        gone={{ title: t('mine.gone_title'), text: t('mine.gone_text') }}
        heights={[60, 96, 180, 220]}
      >
        {(statement) => <Mine token={token} statement={statement} />}
      </Opened>
    </LinkPage>
  );
}
