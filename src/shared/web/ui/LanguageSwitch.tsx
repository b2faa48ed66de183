import { Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useSwitchLanguage } from '../i18n/use-switch-language.ts';
import { HeaderButton } from './HeaderButton.tsx';

interface Props {
  onChosen?: (next: Language) => void;
  visibleFrom?: 'sm';
}

/** Changes the language and its prefix in the address; whoever wants to keep the choice is told of it. // spec §2 */
export function LanguageSwitch({ onChosen, visibleFrom }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const switchLanguage = useSwitchLanguage();
  const choose = async (next: Language) => {
    await switchLanguage(next);
    onChosen?.(next);
  };
  const names = { it: t('header.italian'), en: t('header.english') };
  return (
    // Inside its landmark, and with nothing in the menu but its items: readers of screens are told what is there.
    <Menu position="bottom-end" width={160} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <HeaderButton label={t('header.language')} {...(visibleFrom && { visibleFrom })}>
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
