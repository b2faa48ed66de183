import { Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../i18n/i18n.ts';
import { LANGUAGES, type Language, withLanguage } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { HeaderButton } from './HeaderButton.tsx';

/** Changes the language and its prefix in the address; the query string stays. // spec §2 */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { history } = useRouter();
  const choose = async (next: Language) => {
    await changeLanguage(next);
    const { pathname, search, hash } = window.location;
    history.push(withLanguage(pathname, next) + search + hash);
  };
  const names = { it: t('header.italian'), en: t('header.english') };
  return (
    // Inside its landmark, and with nothing in the menu but its items: readers of screens are told what is there.
    <Menu position="bottom-end" width={160} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <HeaderButton label={t('header.language')}>
          <IconLanguage size={18} stroke={1.7} />
        </HeaderButton>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            aria-current={each === language || undefined}
            rightSection={each === language && <IconCheck size={15} aria-hidden="true" />}
            onClick={() => choose(each)}
          >
            {names[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
