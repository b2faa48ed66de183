import { useTranslation } from 'react-i18next';
import { Divided, Section } from '../../../../shared/web/page/Section.tsx';
import type { User } from '../../user.model.ts';
import { AvatarEditor } from './AvatarEditor.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';

export function PersonSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  return (
    <Section look="beside" title={t('user.person.title')} hint={t('user.person.hint')}>
      <AvatarEditor user={user} />
      <Divided>
        <NameForm user={user} />
      </Divided>
      <Divided>
        <EmailForm user={user} />
      </Divided>
    </Section>
  );
}
