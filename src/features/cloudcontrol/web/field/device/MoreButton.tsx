import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Brings the next page of a list that is longer than what stands there; nothing where all of it does. */
export function MoreButton({ pages }: { pages: Pages }) {
  const { t } = useTranslation('field');
  if (!pages.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t('older')}
      </Button>
    </Group>
  );
}
