import { Stack } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { CheckboxField, SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import {
  type StatementContent,
  type StatementLine,
  type StatementTrial,
  statementsCalls,
} from '../../statements.contract.ts';
import { Missing } from './Missing.tsx';
import { usePastMonths } from './past-months.ts';

// What somebody else closed meanwhile is shown by the trial, which follows it; nothing of it is a field of this form.
const CLOSING = { ...statementsCalls.close, conflict: undefined };

/** What a correction adds to each line of the statement that it corrects, or takes back of it. */
function Changes({ content }: { content: StatementContent }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const columns = useMemo(
    (): readonly DataColumn<StatementLine>[] => [
      {
        id: 'name',
        header: t('field.member'),
        names: true,
        value: ({ part, name, proj_code }) => {
          if (proj_code !== null) return t('divided.owner_of', { name });
          return name === '' ? t(`part.${part}`) : name;
        },
      },
      { id: 'part', header: t('divided.part'), value: ({ part }) => t(`part.${part}`) },
      ...(['due', 'change'] as const).map(
        (of): DataColumn<StatementLine> => ({
          id: of,
          header: `${t(`field.${of}_cents`)} (€)`,
          numeric: true,
          value: (line) => line[of].cents / 100,
          cell: (line) => number(line[of].cents / 100, 2),
        }),
      ),
    ],
    [t, number],
  );
  const changed = useMemo(() => content.lines.filter(({ change }) => change.cents !== 0), [content]);
  if (changed.length === 0) return <Muted>{t('close.no_line_changes')}</Muted>;
  return (
    <DataTable
      label={t('close.changes')}
      columns={columns}
      rows={changed}
      rowKey={({ part, member_id, proj_code }) => `${part} ${member_id} ${proj_code}`}
      empty={{ icon: IconUsersGroup, title: t('no_members'), hint: t('no_members_hint') }}
    />
  );
}

/** Whether a correction is divided by what is agreed today, where that is something else than it was. */
function TodaysAgreement({ onChange }: { onChange: (today: boolean) => void }) {
  const { t } = useTranslation('statements');
  const today = useWatch({ name: 'today' }) === true;
  useEffect(() => onChange(today), [onChange, today]);
  return <SwitchField name="today" label={t('close.today')} description={t('close.today_hint')} />;
}

/** What the month comes to, and what is not known of it. */
function Comes({ trial }: { trial: StatementTrial }) {
  const { t } = useTranslation('statements');
  const { number } = useFormat();
  const { now, last } = trial;
  const { management_percent, producers_percent, consumers_percent } = now.rule;
  const percents = {
    management: number(management_percent, 2),
    producers: number(producers_percent, 2),
    consumers: number(consumers_percent, 2),
  };
  return (
    <Stack gap={12}>
      <Figures columns={4}>
        <Figure label={t('field.shared_kwh')} value={number(now.energy.shared_kwh, 0)} unit="kWh" />
        <Figure label={t('field.due_cents')} value={number(now.total.due.cents / 100, 2)} unit="€" />
        {last && (
          <Figure
            label={t('field.change_cents')}
            value={number(now.total.change.cents / 100, 2)}
            unit="€"
            note={t('close.since', { number: `${last.number}/${last.year}` })}
          />
        )}
      </Figures>
      {last && <Note tone="brand">{t('close.corrects', { number: `${last.number}/${last.year}` })}</Note>}
      <Muted>{t('close.divided', percents)}</Muted>
      {last && <Changes content={now} />}
      <Missing content={now} />
    </Stack>
  );
}

/** Closes a month: what it comes to and what lacks is seen before, and is never changed after. */
export function CloseMonth({ community, onClose }: { community: number; onClose: () => void }) {
  const { t } = useTranslation('statements');
  const navigate = useNavigate();
  const months = usePastMonths();
  const [month, setMonth] = useState(months[0]?.value ?? '');
  const [today, setToday] = useState(false);
  const agreement = today ? ('today' as const) : ('as_closed' as const);
  const trial = useCall(statementsCalls.trial, { body: { community, month, agreement } });
  const lacking = trial.data?.now.missing_hours ?? 0;
  const told = trial.data?.advance_cents ?? null;
  const form = useRecordForm({
    call: CLOSING,
    record: { month, advance: null as number | string | null, seen: false, today: false },
    words: 'statements',
    toBody: ({ advance, seen, today: by_today, ...given }) => ({
      community,
      month: given.month,
      replaces: trial.data?.last?.id ?? null,
      missing_hours: seen ? lacking : 0,
      seen: trial.data?.digest,
      agreement: by_today ? ('today' as const) : ('as_closed' as const),
      advance_cents: typeof advance === 'number' ? Math.round(advance * 100) : advance,
    }),
    fieldOf: (path) =>
      ({ advance_cents: 'advance', missing_hours: 'seen', agreement: 'today' })[path] ?? path,
    savedAs: ({ month: of }) => of,
    onSaved: ({ id }) =>
      void navigate({ to: '/apps/cerresid/energy_community/statements/$id', params: { id: String(id) } }),
  });
  const { setValue } = form.form;
  // A correction starts from the advance that was told.
  useEffect(() => setValue('advance', told === null ? null : told / 100), [setValue, told]);
  // What lacks is seen anew when it is another month's, or has changed meanwhile.
  const shown = `${month} ${lacking}`;
  useEffect(() => {
    if (shown !== '') setValue('seen', false);
  }, [setValue, shown]);
  return (
    <FormDialog
      form={form}
      title={t('close.title')}
      submit={t('close.action')}
      text={t('close.final')}
      size={680}
      blocked={trial.data === undefined}
      onClose={onClose}
    >
      <SelectField
        name="month"
        label={t('field.month')}
        options={months}
        onChosen={(value) => {
          setMonth(String(value));
          // Another month may have been closed by other rules.
          setValue('today', false);
          setToday(false);
        }}
      />
      {(trial.data?.agreed_anew || today) && <TodaysAgreement onChange={setToday} />}
      <Known query={trial} height={160}>
        {(known) => <Comes trial={known} />}
      </Known>
      <NumberField name="advance" label={t('field.advance')} description={t('field.advance_hint')} unit="€" />
      {lacking > 0 && <CheckboxField name="seen" label={t('missing.seen', { count: lacking })} />}
    </FormDialog>
  );
}
