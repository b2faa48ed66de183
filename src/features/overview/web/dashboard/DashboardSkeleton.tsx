import { SimpleGrid, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FiguresWaiting } from '../../../../shared/web/page/Figures.tsx';

/** The dashboard's shape while its cards are on their way. */
export function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-label={t('loading')} role="status">
      <FiguresWaiting tile />
      <Skeleton height={36} radius={8} my={10} />
      <SimpleGrid minColWidth={290} spacing={12}>
        {Array.from({ length: 12 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={i} height={164} radius={12} />
        ))}
      </SimpleGrid>
    </div>
  );
}
