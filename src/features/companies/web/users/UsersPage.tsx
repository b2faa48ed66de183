import { Button, Tabs } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { TabCount } from '../../../../shared/web/list/TabCount.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyUser } from '../../company-users.contract.ts';
import { DismissDialog } from './DismissDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { InvitationLink, type SentInvitation } from './InvitationLink.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { isLastOwner } from './people.ts';
import { UsersTable } from './UsersTable.tsx';
import { UsersList } from './users-search.ts';

/** What is open over the tables. */
type DialogState =
  | { kind: 'invite' }
  | { kind: 'sent'; invitation: SentInvitation }
  | { kind: 'edit' | 'dismiss'; user: CompanyUser }
  | null;

function ActiveDialog({
  opened: dialog,
  onOpen,
}: {
  opened: DialogState;
  onOpen: (next: DialogState) => void;
}) {
  const users = useCall(companiesCalls.listUsers).data ?? [];
  const close = () => onOpen(null);
  switch (dialog?.kind) {
    case 'invite':
      return <InviteDialog onClose={close} onSent={(invitation) => onOpen({ kind: 'sent', invitation })} />;
    case 'sent':
      return <InvitationLink invitation={dialog.invitation} onClose={close} />;
    case 'edit':
      return (
        <EditUserDialog user={dialog.user} lastOwner={isLastOwner(dialog.user, users)} onClose={close} />
      );
    case 'dismiss':
      return <DismissDialog user={dialog.user} onClose={close} />;
    default:
      return null;
  }
}

/** The people of the company, and those who are invited. // spec §2 */
export function UsersPage() {
  const { t } = useTranslation('companies');
  const state = useListState(UsersList);
  const { search, set } = state;
  const { confirmed } = useBelonging();
  const [dialog, setDialog] = useState<DialogState>(null);
  return (
    <Page
      title={t('users.title')}
      // Closed to an address that is not confirmed: the notice above the page says so.
      actions={
        confirmed && (
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setDialog({ kind: 'invite' })}>
            {t('invite.open')}
          </Button>
        )
      }
    >
      <Tabs
        value={search.view}
        keepMounted={false}
        onChange={(view) => set({ view: view === 'invitations' ? view : 'users', q: '', sort: '', role: '' })}
      >
        <Tabs.List mb={12}>
          <Tabs.Tab value="users">
            {t('users.tab')}
            <TabCount count={useCall(companiesCalls.listUsers).data?.length} />
          </Tabs.Tab>
          <Tabs.Tab value="invitations">
            {t('invitations.tab')}
            <TabCount count={useCall(companiesCalls.listInvitations).data?.length} />
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <UsersTable
            state={state}
            onEdit={(user) => setDialog({ kind: 'edit', user })}
            onDismiss={(user) => setDialog({ kind: 'dismiss', user })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <InvitationsTable state={state} onSent={(invitation) => setDialog({ kind: 'sent', invitation })} />
        </Tabs.Panel>
      </Tabs>
      <ActiveDialog opened={dialog} onOpen={setDialog} />
    </Page>
  );
}
