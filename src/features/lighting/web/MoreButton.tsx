import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';

interface Pages {
  data: { results: readonly unknown[]; count: number } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** How many of a list stand there, and the next page of it; nothing where all of it does. */
export function MoreButton({ pages, label }: { pages: Pages; label: string }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  if (!pages.hasNextPage || !pages.data) return null;
  const { results, count } = pages.data;
  return (
    <Group justify="center" gap={12} mt={8}>
      <Muted>{t('alarms.shown', { shown: number(results.length, 0), count: number(count, 0) })}</Muted>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label}
      </Button>
    </Group>
  );
}
