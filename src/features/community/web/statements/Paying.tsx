import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../../shared/units/zones.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type Payments, paymentsCalls } from '../../payments.contract.ts';
import { PAIN_VERSIONS, type PainVersion } from '../../sepa.model.ts';
import type { Statement } from '../../statements.contract.ts';

const SHOWN = 20;

/** Whoever is not in the file, and why: nobody is left out in silence. */
function LeftOut({ payments }: { payments: Payments }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { left_out } = payments;
  if (left_out.length === 0) return null;
  return (
    <>
      <PlainTable
        label={t('pay.left_title')}
        stacked
        head={[t('pay.who'), t('pay.reason'), { text: `${t('mine.euros')} (€)`, number: true }]}
      >
        {left_out.slice(0, SHOWN).map(({ member_id, name, part, cents, reason }) => (
          <tr key={`${member_id} ${name} ${part}`}>
            <th scope="row">
              {name || t('pay.community')}
              {part && <Muted as="div">{t(`part.${part}`)}</Muted>}
            </th>
            <td data-label={t('pay.reason')}>{t(`pay.reason_of.${reason}`)}</td>
            <td data-number data-label={`${t('mine.euros')} (€)`}>
              {number(cents / 100, 2)}
            </td>
          </tr>
        ))}
      </PlainTable>
      {left_out.length > SHOWN && <Muted>{t('pay.more', { count: left_out.length - SHOWN })}</Muted>}
    </>
  );
}

/** The file for the bank. */
function TakeFile({
  statement: { id, year, number },
  paid,
}: { statement: Statement } & Pick<Payments, 'paid'>) {
  const { t } = useTranslation('statements');
  const { id_client: company } = useCompany();
  const tomorrow = dateOf(Date.now() + DAY_MS, HERE);
  const form = useActionForm({
    values: { version: '03' as PainVersion, on: tomorrow as string | null, members: [] as readonly number[] },
    words: 'statements',
    act: async ({ version, on, members }) => {
      const body = { version, on: on ?? '', members: members.length === 0 ? null : [...members] };
      const file = await send(paymentsCalls.file, { params: { id: String(id) }, body, company });
      download(file, `sepa-${year}-${number}.xml`);
    },
  });
  return (
    <ActionForm form={form} label={t('pay.title')}>
      <MultiSelectField
        name="members"
        label={t('pay.members')}
        description={t('pay.members_hint')}
        placeholder={t('pay.members_all')}
        nothingFound={t('pay.members_none')}
        options={paid.map(({ member_id, name }) => ({ value: member_id, label: name }))}
      />
      <DateField name="on" label={t('pay.day')} required />
      <SelectField
        name="version"
        label={t('pay.version')}
        options={PAIN_VERSIONS.map((value) => ({ value, label: t(`pay.version_of.${value}`) }))}
      />
      <ActionButtons form={form} submit={t('pay.download')} />
    </ActionForm>
  );
}

function Ways({ statement, payments }: { statement: Statement; payments: Payments }) {
  const { t } = useTranslation('statements');
  if (payments.paid.length === 0) return <Muted>{t('pay.none')}</Muted>;
  if (payments.account.iban === '')
    return (
      <Note tone="warning">
        {t('pay.no_account')}{' '}
        <Link
          to="/apps/cerresid/energy_community/settings"
          search={{ id: String(statement.community) }}
          preload={false}
        >
          {t('pay.to_settings')}
        </Link>
      </Note>
    );
  return <TakeFile statement={statement} paid={payments.paid} />;
}

/** What the statement adds, as SEPA transfers for the bank, beside what is not among them. */
export function Paying({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const query = useCall(paymentsCalls.get, { params: { id: String(statement.id) } });
  const euros = (cents: number) => number(cents / 100, 2);
  return (
    <Section title={t('pay.title')} hint={t('pay.hint')}>
      <Known query={query} height={240}>
        {(payments) => (
          <Stack gap={16}>
            <Figures columns={4}>
              <Figure
                label={t('pay.paid')}
                value={euros(payments.paid_cents)}
                unit="€"
                note={t('pay.paid_note', { count: payments.paid.length })}
              />
              <Figure label={t('pay.left_out')} value={euros(payments.left_out_cents)} unit="€" />
              <Figure label={t('pay.total')} value={euros(payments.total_cents)} unit="€" />
            </Figures>
            <LeftOut payments={payments} />
            <Ways statement={statement} payments={payments} />
          </Stack>
        )}
      </Known>
    </Section>
  );
}
