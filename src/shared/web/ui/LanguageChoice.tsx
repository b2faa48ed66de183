import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../i18n/locale.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useSwitchLanguage } from '../i18n/use-switch-language.ts';
import styles from './LanguageChoice.module.css';

/** The languages side by side, for pages before the sign-in: a menu would bring more code than the page. // spec §2 */
export function LanguageChoice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const switchLanguage = useSwitchLanguage();
  const names = { it: t('header.italian'), en: t('header.english') };
  return (
    <fieldset className={styles.choice} aria-label={t('header.language')}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => void switchLanguage(each)}
        >
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}
