import { Button } from '@mantine/core';
import { IconCloudOff, IconLock, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../contract/client.ts';
import { EmptyState } from './EmptyState.tsx';

/** Stands where data would, when it could not be loaded at all. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const status = error instanceof CallError ? error.status : undefined;
  // To ask again changes nothing: it is gone, or somebody else's.
  if (status === 404)
    return <EmptyState icon={IconMoodEmpty} title={t('error.gone')} hint={t('error.gone_hint')} />;
  if (status === 403)
    return <EmptyState icon={IconLock} title={t('error.forbidden')} hint={t('error.forbidden_hint')} />;
  return (
    <EmptyState
      icon={IconCloudOff}
      title={t('error.not_loaded')}
      {...(status === 0 ? { hint: t('error.unreachable') } : {})}
      action={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
}
