import { useTranslation } from 'react-i18next';
import type { User } from '../../user.model.ts';
import { AvatarEditor } from './AvatarEditor.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { Section } from './Section.tsx';
import styles from './user.module.css';

export function PersonSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  return (
    <Section title={t('user.person.title')} hint={t('user.person.hint')}>
      <AvatarEditor user={user} />
      <div className={styles.divided}>
        <NameForm user={user} />
      </div>
      <div className={styles.divided}>
        <EmailForm user={user} />
      </div>
    </Section>
  );
}
