import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { Webhook } from '../../webhooks.contract.ts';
import { DeliveriesDrawer } from './DeliveriesDrawer.tsx';
import { FreshSecret } from './FreshSecret.tsx';
import { deliveriesKey, webhooksApi, webhooksQuery } from './told.api.ts';
import styles from './told.module.css';
import { useToldWords } from './use-told-words.ts';
import { type FreshWebhook, WebhookDialog } from './WebhookDialog.tsx';
import { type WebhookDeed, WebhooksTable } from './WebhooksTable.tsx';

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('told');
  const words = useToldWords();
  const company = useCompany().id_client;
  const removing = useMutation({
    mutationFn: () => webhooksApi.removeWebhook({ company, params: { id: String(webhook.id) } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: webhooksQuery(company).queryKey });
      toast.done(t('hook.removed', { name: webhook.name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('hook.remove_title', { name: webhook.name })}
      confirm={t('hook.deed.remove')}
      busy={removing.isPending}
      fault={removing.error && words.ofWhole(removing.error)}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{t('hook.remove_text')}</p>
    </ConfirmDialog>
  );
}

type Opened = { deed: Exclude<WebhookDeed, 'test'>; webhook: Webhook } | { deed: 'create' } | null;

interface OverProps {
  opened: Opened;
  onMade: (made: FreshWebhook) => void;
  onClose: () => void;
}

function Over({ opened, onMade, onClose }: OverProps) {
  switch (opened?.deed) {
    case 'create':
      return <WebhookDialog webhook={null} onMade={onMade} onClose={onClose} />;
    case 'change':
      return <WebhookDialog webhook={opened.webhook} onMade={onMade} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog webhook={opened.webhook} onClose={onClose} />;
    case 'deliveries':
      return <DeliveriesDrawer webhook={opened.webhook} onClose={onClose} />;
    default:
      return null;
  }
}

/** Programs of the company that are told of alarms: which, how they fare, making one, trying one. */
export function WebhooksPage() {
  const { t } = useTranslation('told');
  const company = useCompany().id_client;
  const words = useToldWords();
  const [opened, setOpened] = useState<Opened>(null);
  const [made, setMade] = useState<FreshWebhook | null>(null);
  usePageTitle(t('hook.title'));
  const testing = useMutation({
    mutationFn: ({ id }: Webhook) => webhooksApi.testWebhook({ company, params: { id: String(id) } }),
    onSuccess: (_sent, webhook) => {
      void queryClient.invalidateQueries({ queryKey: deliveriesKey(company, webhook.id) });
      setOpened({ deed: 'deliveries', webhook });
    },
    onError: (fault) => toast.failed(words.ofWhole(fault)),
  });
  const act = (deed: WebhookDeed, webhook: Webhook) =>
    deed === 'test' ? testing.mutate(webhook) : setOpened({ deed, webhook });
  return (
    <div className={styles.wide}>
      <header className={styles.head}>
        <div>
          <h1>{t('hook.title')}</h1>
          <p className="muted">
            {t('hook.subtitle')}{' '}
            <a className={styles.link} href="/webhooks.md">
              {t('hook.manual')}
            </a>
          </p>
        </div>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ deed: 'create' })}>
          {t('hook.create')}
        </Button>
      </header>
      {made && <FreshSecret made={made} onDone={() => setMade(null)} />}
      <WebhooksTable onDeed={act} />
      <Over opened={opened} onMade={setMade} onClose={() => setOpened(null)} />
    </div>
  );
}
