import { useRouter } from '@tanstack/react-router';
import { changeLanguage } from './i18n.ts';
import { type Language, withLanguage } from './locale.ts';

/** Changes the language and its prefix in the address; the query string stays. // spec §2 */
export function useSwitchLanguage(): (next: Language) => Promise<void> {
  const { history } = useRouter();
  return async (next) => {
    await changeLanguage(next);
    const { pathname, search, hash } = window.location;
    history.push(withLanguage(pathname, next) + search + hash);
  };
}
