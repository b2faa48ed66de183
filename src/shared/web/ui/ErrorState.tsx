import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../contract/client.ts';
import { EmptyState } from './EmptyState.tsx';

/** Stands where data would, when it could not be loaded at all. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const away = error instanceof CallError && error.status === 0;
  return (
    <EmptyState
      icon={IconCloudOff}
      title={t('error.not_loaded')}
      {...(away ? { hint: t('error.unreachable') } : {})}
      action={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
}
