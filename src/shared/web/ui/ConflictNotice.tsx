import { Alert, Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../format/numbers.ts';
import styles from './ConflictNotice.module.css';

/** One field in which the two versions differ, as a person reads them. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface Props {
  differences: readonly Difference[];
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else saved the same in the meantime: both versions side by side, and the choice between them. */
export function ConflictNotice({ differences, busy, onMine, onTheirs }: Props) {
  const { t } = useTranslation();
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      icon={<IconUsersGroup size={18} />}
      title={t('conflict.title')}
    >
      <p>{t(differences.length > 0 ? 'conflict.text' : 'conflict.same')}</p>
      {differences.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, mine, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-version={t('conflict.mine')}>{mine || UNKNOWN}</td>
                <td data-version={t('conflict.theirs')}>{theirs || UNKNOWN}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.actions}>
        <Button size="sm" loading={busy} onClick={onMine}>
          {t('conflict.keep_mine')}
        </Button>
        <Button size="sm" variant="default" disabled={busy} onClick={onTheirs}>
          {t('conflict.take_theirs')}
        </Button>
      </div>
    </Alert>
  );
}
