import { useTranslation } from 'react-i18next';
import type { Language } from './locale.ts';

/** The language on screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'it';
}
