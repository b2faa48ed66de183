import { Button, Group } from '@mantine/core';
import { IconFileUpload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthsOfYear } from '../../../../shared/units/months.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useMonthName } from '../../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type PaymentBalance, type ReceivedPayment, receivedPaymentsCalls } from '../../payments.contract.ts';
import type { BalanceState } from '../../payments.model.ts';
import type { RevenuesAddress } from '../revenues-list.ts';
import { ImportPayments } from './ImportPayments.tsx';
import { EditPayment, NewPaymentForm } from './PaymentForm.tsx';

type Month = PaymentBalance['months'][number];

const LOOKS: Readonly<Record<BalanceState, StateLook>> = {
  nothing: 'nodata',
  not_over: 'snoozed',
  unknown: 'nodata',
  open: 'warning',
  short: 'alarm',
  over: 'warning',
  settled: 'success',
};

interface Acting {
  readonly may: boolean;
  readonly edit: (id: number) => void;
  readonly remove: (payment: ReceivedPayment) => void;
}

/** Of what a month's balance is made: each kind of tariff, and each payment. */
function MonthParts({ month, may, edit, remove }: { month: Month } & Acting) {
  const { t } = useTranslation('revenues');
  const monthName = useMonthName();
  const { euro, date } = useFormat();
  const nameOf = (kind: Month['lines'][number]['kind']) => (kind ? t(`kind.${kind}`) : t('payments.all'));
  return (
    <>
      <ul>
        {month.lines.map(({ kind, due_eur, received_eur }) => (
          <li key={kind ?? 'all'}>
            {t('payments.line', { kind: nameOf(kind), due: euro(due_eur), received: euro(received_eur) })}
          </li>
        ))}
      </ul>
      {month.missing_hours > 0 && <Muted>{t('payments.missing', { count: month.missing_hours })}</Muted>}
      {month.payments.length === 0 && <Muted>{t('payments.none_booked')}</Muted>}
      {month.payments.map((payment) => (
        <Group key={payment.id} gap={4} wrap="nowrap">
          <span>
            {[
              t(`payments.entries.${payment.entry}`),
              euro(payment.amount_eur),
              payment.paid_on && date(payment.paid_on),
              payment.reference,
              payment.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {may && (
            <>
              <RowButton
                label={t('payments.edit_of', { month: monthName(month.month) })}
                icon={IconPencil}
                onClick={() => edit(payment.id)}
              />
              <RowButton
                label={t('payments.remove_of', { month: monthName(month.month) })}
                icon={IconTrash}
                onClick={() => remove(payment)}
              />
            </>
          )}
        </Group>
      ))}
    </>
  );
}

interface Name {
  readonly value: string;
  readonly label: string;
}

function Table({
  balance,
  months,
  ...acting
}: { balance: PaymentBalance; months: readonly Name[] } & Acting) {
  const { t } = useTranslation('revenues');
  const { euro } = useFormat();
  const [open, setOpen] = useState<string | null>(null);
  const columns = ['due', 'received', 'adjusted', 'difference'] as const;
  const head = [
    t('payments.month'),
    t('payments.state'),
    ...columns.map((name) => ({ text: t(`payments.${name}`), number: true })),
  ];
  return (
    <PlainTable label={t('payments.title')} head={head} inset stacked>
      {balance.months.map((month, i) => (
        <tr key={month.month} style={{ verticalAlign: 'baseline' }}>
          <th scope="row">
            <FoldButton
              open={open === month.month}
              onToggle={() => setOpen(open === month.month ? null : month.month)}
            >
              {months[i]?.label ?? month.month}
            </FoldButton>
            {open === month.month && <MonthParts month={month} {...acting} />}
          </th>
          <td data-label={t('payments.state')}>
            <StatePill state={LOOKS[month.state]} label={t(`payments.is.${month.state}`)} />
          </td>
          {columns.map((name) => (
            <td key={name} data-number data-label={t(`payments.${name}`)}>
              {euro(month[`${name}_eur`])}
            </td>
          ))}
        </tr>
      ))}
    </PlainTable>
  );
}

function Remove({ payment, onClose }: { payment: ReceivedPayment; onClose: () => void }) {
  const { t } = useTranslation('revenues');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('payments.remove_title')}
      confirm={t('payments.remove')}
      words="revenues"
      act={() => send(receivedPaymentsCalls.remove, { params: { id: String(payment.id) }, company })}
      onDone={() => {
        toast.deleted(t('payments.title'));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('payments.remove_text')}</p>
    </ConfirmAction>
  );
}

/** The months of a year, as they are called. */
export function useMonthNames(year: string): Name[] {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return monthsOfYear(year).map((month) => ({
    value: month,
    label: format.format(new Date(`${month}-15`)),
  }));
}

interface Props {
  state: RevenuesAddress;
  plant: string;
  today: string;
  may: boolean;
}

function Actions({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation('revenues');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={16} />}
        onClick={() => state.set({ form: 'import', open: undefined })}
      >
        {t('payments.import')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => state.set({ form: 'payment', open: undefined })}
      >
        {t('payments.add')}
      </Button>
    </>
  );
}

/** What a plant was paid in a year, against what was due. */
export function PaymentsTab({ state, plant, today, may }: Props) {
  const { t } = useTranslation('revenues');
  const { euro } = useFormat();
  const { month = today.slice(0, 7), form, open } = state.search;
  const year = month.slice(0, 4);
  const months = useMonthNames(year);
  const [removed, setRemoved] = useState<ReceivedPayment | null>(null);
  const query = useCall(receivedPaymentsCalls.balance, { query: { proj_code: plant, year } });
  const opened = query.data?.months.flatMap(({ payments }) => payments).find(({ id }) => String(id) === open);
  const close = () => state.set({ form: undefined, open: undefined });
  const edit = (id: number) => state.set({ open: String(id), form: undefined });
  return (
    <Known query={query} height={400}>
      {(balance) => (
        <>
          <Figures columns={4}>
            <Figure label={t('payments.open')} value={euro(balance.open_eur)} />
          </Figures>
          {balance.unknown_months > 0 && (
            <Muted>{t('payments.unknown', { count: balance.unknown_months })}</Muted>
          )}
          <Section
            title={t('payments.title')}
            hint={t('payments.hint')}
            look="table"
            actions={may && <Actions state={state} />}
          >
            <Table balance={balance} months={months} may={may} edit={edit} remove={setRemoved} />
          </Section>
          {may && form === 'payment' && (
            <NewPaymentForm proj_code={plant} months={months} month={month} onClose={close} />
          )}
          {may && form === 'import' && <ImportPayments plant={plant} onClose={close} />}
          {may && opened && <EditPayment key={opened.id} payment={opened} months={months} onClose={close} />}
          {removed && <Remove payment={removed} onClose={() => setRemoved(null)} />}
        </>
      )}
    </Known>
  );
}
