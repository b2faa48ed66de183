import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ApiKey, companiesCalls } from '../../companies.contract.ts';
import { FreshKey } from './FreshKey.tsx';
import { KeyTable } from './KeyTable.tsx';
import { KeyUsage } from './KeyUsage.tsx';
import { type MadeKey, NewKeyDialog } from './NewKeyDialog.tsx';

function RevokeDialog({ revoked, onClose }: { revoked: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const sentence = useRefusalSentence();
  const revoke = useSend(companiesCalls.revokeKey, {
    goneIsDone: true,
    onDone: () => {
      toast.done(t('keys.revoked_done', { name: revoked.name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('keys.revoke_title', { name: revoked.name })}
      confirm={t('keys.revoke')}
      busy={revoke.isPending}
      fault={revoke.error && sentence(revoke.error)}
      onConfirm={() => revoke.mutate({ params: { id: String(revoked.id) } })}
      onClose={onClose}
    >
      <p>{t('keys.revoke_text')}</p>
    </ConfirmDialog>
  );
}

/** Keys of devices, gateways and programs: who has one, making one, taking one away, how to use one. */
export function KeysPage() {
  const { t } = useTranslation('companies');
  const [now] = useState(() => Date.now());
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const keys = useCall(companiesCalls.listKeys);
  return (
    <Page
      title={t('keys.title')}
      subtitle={t('keys.subtitle')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
          {t('keys.create')}
        </Button>
      }
    >
      {made && <FreshKey key={made.id} made={made} onDone={() => setMade(null)} />}
      <KeyTable keys={keys} now={now} onRevoke={setRevoked} />
      <KeyUsage made={made} tablePending={keys.isPending} />
      {making && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      {revoked && <RevokeDialog revoked={revoked} onClose={() => setRevoked(null)} />}
    </Page>
  );
}
