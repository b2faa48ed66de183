import { Button } from '@mantine/core';
import { IconBuilding, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { signOut } from './use-user.ts';

/** What a signed-in user without any company sees. */
export function NoCompany() {
  const { t } = useTranslation('identity');
  const { t: tc } = useTranslation();
  return (
    <main>
      <EmptyState
        page
        icon={IconBuilding}
        title={t('no_company.title')}
        hint={t('no_company.text')}
        action={
          <Button variant="default" leftSection={<IconLogout size={16} />} onClick={() => signOut()}>
            {tc('profile.sign_out')}
          </Button>
        }
      />
    </main>
  );
}
