import { useMantineColorScheme } from '@mantine/core';
import { useConfig } from '../../../shared/web/api/config.ts';
import { changeLanguage } from '../../../shared/web/i18n/i18n.ts';
import { languageOfPath } from '../../../shared/web/i18n/locale.ts';
import type { User } from '../user.model.ts';

/**
 * Shows the portal as the account wants it, on whatever machine it signs in. A language that the address names stands.
 * The demonstration's people are everybody's: until somebody has chosen for them, a visitor keeps their own language.
 */
export function useAccountLook(): (user: User) => Promise<void> {
  const { setColorScheme } = useMantineColorScheme();
  const config = useConfig();
  return async ({ email, language, color_scheme, version }) => {
    const nobodys = version === 1 && config?.demo_users?.some((one) => one.email === email);
    if (nobodys) return;
    setColorScheme(color_scheme);
    if (languageOfPath(location.pathname) === null) await changeLanguage(language);
  };
}
