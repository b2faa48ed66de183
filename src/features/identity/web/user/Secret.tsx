import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';
import styles from './factor.module.css';

/** The secret in groups of four letters, for whoever types it. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('identity');
  return (
    <div className={styles.secret}>
      <p className="muted">{t('factor.or_type')}</p>
      <code className={styles.letters}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} />
    </div>
  );
}
