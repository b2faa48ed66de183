import { useTranslation } from 'react-i18next';
import styles from './DemoUsers.module.css';

interface Props {
  users: readonly { email: string; label: string; applications?: boolean }[];
  password: string | undefined;
  onChoose: (email: string) => void;
}

/** The demonstration's users, one press away from the form. */
export function DemoUsers({ users, password, onChoose }: Props) {
  const { t } = useTranslation('identity');
  return (
    <section className={styles.demo} aria-label={t('sign_in.demo_title')}>
      <h2>{t('sign_in.demo_title')}</h2>
      <p className="muted">{t('sign_in.demo_hint')}</p>
      <ul>
        {users.map(({ email, label, applications = true }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose(email)}>
              <span className="muted">
                {label}
                {!applications && ` · ${t('sign_in.demo_no_applications')}`}
              </span>
              <span>{email}</span>
            </button>
          </li>
        ))}
      </ul>
      {password && <p className={styles.hint}>{t('sign_in.demo_password', { password })}</p>}
    </section>
  );
}
