import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime, HERE } from '../format/dates.ts';
import styles from './StaleLine.module.css';

/** The quiet line over data that is kept although it could not be refreshed, with its age. */
export function StaleLine({ updatedAt }: { updatedAt: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.line} role="status">
      <IconCloudOff size={15} stroke={1.8} aria-hidden="true" />
      {t('stale.not_refreshed', { time: formatTime(updatedAt, HERE) })}
    </p>
  );
}
