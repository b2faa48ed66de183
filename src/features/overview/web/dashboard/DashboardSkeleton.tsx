import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './DashboardSkeleton.module.css';

const keys = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The dashboard's shape while its cards are on their way. */
export function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" aria-label={t('loading')} role="status" className={styles.page}>
      <div className={styles.totals}>
        {keys(4).map((key) => (
          <Skeleton key={key} height={100} radius={12} />
        ))}
      </div>
      <Skeleton height={36} radius={8} mt={10} mb={-2} />
      <div className={styles.cards}>
        {keys(12).map((key) => (
          <Skeleton key={key} height={164} radius={12} />
        ))}
      </div>
    </div>
  );
}
