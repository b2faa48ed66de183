import { Group } from '@mantine/core';
import { IconMailForward, IconMailOff, IconMailOpened } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { Invitation } from '../../company-users.contract.ts';
import { mayTouch } from '../../ranks.model.ts';
import { useErrorMessages } from '../refusal-words.ts';
import type { SentInvitation } from './InvitationLink.tsx';
import { usePersonColumns } from './PersonCells.tsx';
import type { UsersList } from './users-search.ts';

const nobody = () => false;

function useColumns(): readonly DataColumn<Invitation>[] {
  const { t } = useTranslation('companies');
  const { dateTime } = useFormat();
  const people = usePersonColumns<Invitation>(nobody);
  return useMemo(
    () => [
      ...people,
      {
        id: 'sent',
        header: t('invitations.sent_at'),
        descFirst: true,
        value: ({ sent_at }) => Date.parse(sent_at),
        text: () => '',
        cell: ({ sent_at }) => <Nowrap>{dateTime(sent_at)}</Nowrap>,
      },
      {
        id: 'expires',
        header: t('invitations.expires_at'),
        value: ({ expires_at }) => Date.parse(expires_at),
        text: () => '',
        cell: ({ expired, expires_at }) =>
          expired ? (
            <Note tone="warning" inline>
              {t('invitations.expired', { when: dateTime(expires_at) })}
            </Note>
          ) : (
            <Nowrap>{dateTime(expires_at)}</Nowrap>
          ),
      },
    ],
    [t, dateTime, people],
  );
}

/** Withdraws an invitation, after asking. */
function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const withdrawal = useSend(companiesCalls.withdrawInvitation, {
    onDone: () => {
      toast.deleted(invitation.email);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('invitations.withdraw_title')}
      confirm={t('invitations.withdraw')}
      busy={withdrawal.isPending}
      fault={withdrawal.error && formMessage(withdrawal.error)}
      onConfirm={() => withdrawal.mutate({ params: { id: String(invitation.id) } })}
      onClose={onClose}
    >
      <p>{t('invitations.withdraw_text', { email: invitation.email })}</p>
    </ConfirmDialog>
  );
}

interface Props {
  state: AddressOf<typeof UsersList>;
  onSent: (invitation: SentInvitation) => void;
}

/** Invitations that wait, and what can still be done about them. */
export function InvitationsTable({ state, onSent }: Props) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const { roles } = useCompany();
  const invitations = useCall(companiesCalls.listInvitations);
  const columns = useColumns();
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const renewal = useSend(companiesCalls.renewInvitation, {
    onDone: onSent,
    onFailed: (fault) => toast.failed(formMessage(fault)),
  });
  const actions = (invitation: Invitation) => {
    const { email } = invitation;
    const above = mayTouch(roles as readonly Role[], invitation.roles) ? null : t('users.above');
    return (
      <Group gap={4} wrap="nowrap">
        <RowButton
          label={t('invitations.again', { email })}
          icon={IconMailForward}
          obstacle={above}
          onClick={() => !renewal.isPending && renewal.mutate({ params: { id: String(invitation.id) } })}
        />
        <RowButton
          label={t('invitations.withdraw_open', { email })}
          icon={IconMailOff}
          obstacle={above}
          onClick={() => setLeaving(invitation)}
        />
      </Group>
    );
  };
  return (
    <>
      <ListPage
        state={state}
        name="invitations"
        label={t('invitations.title')}
        columns={columns}
        query={invitations}
        rowKey={({ id }) => id}
        empty={{ title: t('invitations.none'), hint: t('invitations.none_hint'), icon: IconMailOpened }}
        search={t('users.search')}
        actions={actions}
      />
      {leaving && <WithdrawDialog invitation={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
