import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { InvitationFound } from './invitations.public.ts';
import styles from './register.module.css';

/** Which company invites, who sent it, and as what. */
export function InvitationCard({ invitation }: { invitation: InvitationFound }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <section className={styles.card} aria-label={t('invitation.title')}>
      <span className={styles.icon}>
        <IconBuilding size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <p className={styles.company}>{invitation.company}</p>
        <p className="muted">
          {invitation.invited_by
            ? t('invitation.by', { name: invitation.invited_by })
            : t('invitation.by_nobody')}
        </p>
        <ul className={styles.roles} aria-label={t('invitation.roles')}>
          {invitation.roles.map((role) => (
            <li key={role} title={common(`role_hints.${role}`)}>
              {common(`roles.${role}`)}
            </li>
          ))}
        </ul>
        <p className={styles.until}>{t('invitation.until', { when: dateTime(invitation.expires_at) })}</p>
      </div>
    </section>
  );
}
