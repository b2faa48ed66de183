import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../shared/web/charts/download.ts';
import type { User } from '../../user.model.ts';
import { useErrorMessages } from '../forms/refusal-words.ts';
import { identityApi } from '../identity.api.ts';
import { RemoveAccount } from './RemoveAccount.tsx';
import { Section } from './Section.tsx';
import styles from './user.module.css';

/** Hands everything that is kept of the person to them, as one file. */
async function downloadOwn(id: number): Promise<void> {
  const data = await identityApi.downloadData({ params: { id: String(id) } });
  const day = new Date().toISOString().slice(0, 10);
  const text = JSON.stringify(data, null, 2);
  download(new Blob([text], { type: 'application/json' }), `meridiana-${day}.json`);
}

/** What is kept of me: a copy of it, and the end of it. */
export function DataSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessages();
  const [removing, setRemoving] = useState(false);
  const loading = useMutation({ mutationFn: () => downloadOwn(user.id) });
  return (
    <Section title={t('data.title')} hint={t('data.hint')}>
      <div>
        <p className={styles.label}>{t('data.copy')}</p>
        <div className={styles.row}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={loading.isPending}
            onClick={() => loading.mutate()}
          >
            {t('data.download')}
          </Button>
        </div>
        {loading.error && (
          <p role="alert" className={styles.fault}>
            {words.formMessage(loading.error)}
          </p>
        )}
      </div>
      <div className={styles.divided}>
        <p className={styles.label}>{t('data.remove_title')}</p>
        <p className="muted">{t('data.remove_hint')}</p>
        <div className={`${styles.row} ${styles.after}`}>
          <Button variant="outline" color="red" onClick={() => setRemoving(true)}>
            {t('data.remove')}
          </Button>
        </div>
      </div>
      {removing && <RemoveAccount user={user} onClose={() => setRemoving(false)} />}
    </Section>
  );
}
