import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the screen in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const product = t('app_name');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
