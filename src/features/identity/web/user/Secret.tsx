import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './factor.module.css';

/** The secret in groups of four letters, for whoever types it. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('identity');
  return (
    <Stack gap={8} align="flex-start" flex="1 1 180px">
      <Muted size="md">{t('factor.or_type')}</Muted>
      <code className={styles.letters}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} />
    </Stack>
  );
}
