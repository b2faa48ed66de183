import { Button } from '@mantine/core';
import { IconLinkOff, IconMail, IconMailForward, IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type MemberMailing, memberStatementsCalls } from '../../member-statements.contract.ts';
import { MailDialog } from './MailDialog.tsx';

const LOOKS: Readonly<Record<MemberMailing['state'], StateLook>> = {
  no_address: 'warning',
  not_sent: 'nodata',
  queued: 'nodata',
  put_off: 'warning',
  waiting: 'nodata',
  sent: 'success',
  kept: 'warning',
  failed: 'alarm',
};

function useColumns(): readonly DataColumn<MemberMailing>[] {
  const { t } = useTranslation('statements');
  const { date, dateTime } = useFormat();
  return useMemo(
    () => [
      { id: 'name', header: t('field.member'), names: true, value: ({ name }) => name },
      { id: 'email', header: t('mail.address'), value: ({ email }) => email },
      {
        id: 'state',
        header: t('mail.state'),
        value: ({ state }) => t(`mail.state_of.${state}`),
        cell: ({ state }) => <StatePill state={LOOKS[state]} label={t(`mail.state_of.${state}`)} />,
      },
      {
        id: 'asked_at',
        header: t('mail.asked_at'),
        value: ({ asked_at }) => asked_at ?? '',
        cell: ({ asked_at }) => asked_at && dateTime(asked_at),
      },
      {
        id: 'link_until',
        header: t('mail.link_until'),
        value: ({ link_until }) => link_until ?? '',
        cell: ({ link_until }) => link_until && date(link_until),
      },
    ],
    [t, date, dateTime],
  );
}

interface OpenDialog {
  readonly member: MemberMailing | null;
  readonly what: 'mail' | 'withdraw';
}

/** Asks before a member's link opens nothing any more. */
function Withdraw({ id, member, onClose }: { id: string; member: MemberMailing; onClose: () => void }) {
  const { t } = useTranslation('statements');
  const { id_client: company } = useCompany();
  const params = { id, member_id: String(member.member_id) };
  return (
    <ConfirmAction
      title={t('mail.withdraw_title', { name: member.name })}
      confirm={t('mail.withdraw')}
      words="statements"
      act={() => send(memberStatementsCalls.withdrawLink, { params, company })}
      onDone={() => toast.done(t('mail.withdrawn'))}
      onClose={onClose}
    >
      <p>{t('mail.withdraw_text')}</p>
    </ConfirmAction>
  );
}

/** What is done with one member: mailed again, or the link taken back. */
function MemberActions({ member, ask }: { member: MemberMailing; ask: (asked: OpenDialog) => void }) {
  const { t } = useTranslation('statements');
  const { name, state, link_until } = member;
  return (
    <>
      {state !== 'no_address' && (
        <RowButton
          label={t('mail.to', { name })}
          icon={IconMailForward}
          onClick={() => ask({ member, what: 'mail' })}
        />
      )}
      {link_until !== null && (
        <RowButton
          label={t('mail.withdraw_of', { name })}
          icon={IconLinkOff}
          onClick={() => ask({ member, what: 'withdraw' })}
        />
      )}
    </>
  );
}

/** To which members the statement was mailed, and whose link opens their page. */
export function StatementMailing({ id }: { id: string }) {
  const { t } = useTranslation('statements');
  const query = useCall(memberStatementsCalls.mailings, { params: { id } });
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const lacking = query.data?.filter(({ state }) => state === 'no_address').length ?? 0;
  return (
    <Section
      title={t('mail.title')}
      hint={t('mail.hint')}
      look="plain"
      actions={
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden="true" />}
          disabled={!query.data?.some(({ state }) => state === 'not_sent')}
          onClick={() => setAsked({ member: null, what: 'mail' })}
        >
          {t('mail.action')}
        </Button>
      }
    >
      {lacking > 0 && <Muted>{t('mail.lacking', { count: lacking })}</Muted>}
      <DataTable
        label={t('mail.title')}
        columns={useColumns()}
        rows={query.data}
        error={query.error}
        onRetry={() => void query.refetch()}
        rowKey={({ member_id }) => member_id}
        actions={(member) => <MemberActions member={member} ask={setAsked} />}
        empty={{ icon: IconUsersGroup, title: t('no_members'), hint: t('no_members_hint') }}
      />
      {asked?.what === 'mail' && <MailDialog id={id} member={asked.member} onClose={() => setAsked(null)} />}
      {asked?.what === 'withdraw' && asked.member && (
        <Withdraw id={id} member={asked.member} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}
