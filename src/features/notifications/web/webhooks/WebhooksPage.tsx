import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Webhook, webhooksCalls } from '../../webhooks.contract.ts';
import { DeliveriesDrawer } from './DeliveriesDrawer.tsx';
import { FreshSecret } from './FreshSecret.tsx';
import { type FreshWebhook, WebhookDialog } from './WebhookDialog.tsx';
import { type WebhookAction, WebhooksTable } from './WebhooksTable.tsx';

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const labels = useErrorMessage('notifications');
  const removing = useSend(webhooksCalls.removeWebhook, {
    onDone: () => {
      toast.done(t('hook.removed', { name: webhook.name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('hook.remove_title', { name: webhook.name })}
      confirm={t('hook.actions.remove')}
      busy={removing.isPending}
      fault={removing.error && labels.formMessage(removing.error)}
      onConfirm={() => removing.mutate({ params: { id: String(webhook.id) } })}
      onClose={onClose}
    >
      <p>{t('hook.remove_text')}</p>
    </ConfirmDialog>
  );
}

type DialogState = { action: Exclude<WebhookAction, 'test'>; webhook: Webhook } | { action: 'create' } | null;

interface ActiveDialogProps {
  dialog: DialogState;
  onMade: (made: FreshWebhook) => void;
  onClose: () => void;
}

function ActiveDialog({ dialog, onMade, onClose }: ActiveDialogProps) {
  switch (dialog?.action) {
    case 'create':
      return <WebhookDialog webhook={null} onMade={onMade} onClose={onClose} />;
    case 'change':
      return <WebhookDialog webhook={dialog.webhook} onMade={onMade} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog webhook={dialog.webhook} onClose={onClose} />;
    case 'deliveries':
      return <DeliveriesDrawer webhook={dialog.webhook} onClose={onClose} />;
    default:
      return null;
  }
}

/** The webhooks of the company: their state, creating one, testing one. */
export function WebhooksPage() {
  const { t } = useTranslation('notifications');
  const company = useCompany().id_client;
  const labels = useErrorMessage('notifications');
  const [dialog, setDialog] = useState<DialogState>(null);
  const [made, setMade] = useState<FreshWebhook | null>(null);
  const testing = useMutation({
    mutationFn: ({ id }: Webhook) => send(webhooksCalls.testWebhook, { company, params: { id: String(id) } }),
    onSuccess: (_sent, webhook) => {
      setDialog({ action: 'deliveries', webhook });
    },
    onError: (fault) => toast.failed(labels.formMessage(fault)),
  });
  const act = (action: WebhookAction, webhook: Webhook) =>
    action === 'test' ? testing.mutate(webhook) : setDialog({ action, webhook });
  return (
    <Page
      title={t('hook.title')}
      subtitle={
        <>
          {t('hook.subtitle')} <a href="/webhooks.md">{t('hook.manual')}</a>
        </>
      }
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'create' })}>
          {t('hook.create')}
        </Button>
      }
    >
      {made && <FreshSecret made={made} onDone={() => setMade(null)} />}
      <WebhooksTable onAction={act} />
      <ActiveDialog dialog={dialog} onMade={setMade} onClose={() => setDialog(null)} />
    </Page>
  );
}
