import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Divided, Section } from '../../../../shared/web/page/Section.tsx';
import { Labelled, Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { identityCalls } from '../../identity.contract.ts';
import type { User } from '../../user.model.ts';
import { RemoveAccount } from './RemoveAccount.tsx';

/** Hands everything that is kept of the person to them, as one file. */
async function downloadOwn(id: number): Promise<void> {
  const data = await send(identityCalls.downloadData, { params: { id: String(id) } });
  const day = new Date().toISOString().slice(0, 10);
  const text = JSON.stringify(data, null, 2);
  download(new Blob([text], { type: 'application/json' }), `meridiana-${day}.json`);
}

/** What is kept of me: a copy of it, and the end of it. */
export function DataSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const [removing, setRemoving] = useState(false);
  const loading = useMutation({ mutationFn: () => downloadOwn(user.id) });
  return (
    <Section look="beside" title={t('data.title')} hint={t('data.hint')}>
      <Labelled label={t('data.copy')}>
        <Buttons>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={loading.isPending}
            onClick={() => loading.mutate()}
          >
            {t('data.download')}
          </Button>
        </Buttons>
        {loading.error && (
          <Note tone="alarm" role="alert">
            {words.formMessage(loading.error)}
          </Note>
        )}
      </Labelled>
      <Divided>
        <Labelled label={t('data.remove_title')}>
          <Muted size="md">{t('data.remove_hint')}</Muted>
          <Buttons spaced>
            <Button variant="outline" color="red" onClick={() => setRemoving(true)}>
              {t('data.remove')}
            </Button>
          </Buttons>
        </Labelled>
      </Divided>
      {removing && <RemoveAccount user={user} onClose={() => setRemoving(false)} />}
    </Section>
  );
}
