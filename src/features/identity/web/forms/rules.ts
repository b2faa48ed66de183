import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../identity.model.ts';

/** Enough of an address to notice a slip; whether it exists only a mail can tell. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What fields must hold, in the sentences of the specification. // spec §5 */
export function useRules() {
  const { t } = useTranslation('identity');
  return {
    required: (text: string) => text.trim() !== '' || t('field.required'),
    emailGiven: (text: string) => text.trim() !== '' || t('field.insert_email'),
    email: (text: string) => {
      if (text.trim() === '') return t('field.insert_email');
      return LOOKS_LIKE_EMAIL.test(text.trim()) || t('field.no_email');
    },
    password: (text: string) => text !== '' || t('field.insert_password'),
    newPassword: (text: string) => {
      if (text === '') return t('field.insert_password');
      return [...text].length >= MIN_PASSWORD || t('faults.password_short', { least: MIN_PASSWORD });
    },
    /** The confirmation of a password; asked again whenever either of them changes. */
    confirms: (text: string, { password }: { password: string }) =>
      text === password || t('faults.password_confirm'),
    code: (text: string) => /^\d{6}$/.test(text.replace(/\s/g, '')) || t('field.six_digits'),
  };
}
