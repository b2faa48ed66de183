import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../../shared/web/api/config.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { choicesApi } from './told.api.ts';
import styles from './told.module.css';
import { useToldWords } from './use-told-words.ts';

/** Has a mail sent that looks like one of an alarm, and says where it went. */
export function TestMail() {
  const { t } = useTranslation('told');
  const company = useCompany().id_client;
  const words = useToldWords();
  const demo = useConfig()?.demo === true;
  const sending = useMutation({ mutationFn: () => choicesApi.testMail({ company }) });
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        leftSection={<IconSend size={16} />}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t('test.send')}
      </Button>
      <p aria-live="polite" className={sending.error ? styles.fault : 'muted'}>
        {sending.error && words.ofWhole(sending.error)}
        {sending.data && t('test.sent', { email: sending.data.sent_to })}{' '}
        {sending.data && demo && (
          <Link to="/outbox" className={styles.link ?? ''}>
            {t('test.outbox')}
          </Link>
        )}
      </p>
    </div>
  );
}
