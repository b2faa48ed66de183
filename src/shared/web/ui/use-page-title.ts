import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the screen in the browser's tab and history, as soon as its name is known. */
export function usePageTitle(title: string | null): void {
  const { t } = useTranslation();
  const product = t('app_name');
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${product}`;
  }, [title, product]);
}
