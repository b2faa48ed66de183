import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../../shared/web/ui/LanguageChoice.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import styles from './PlainPage.module.css';
import { SignInPicture } from './SignInPicture.tsx';

interface Props {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page outside the portal's frame: the picture on one side, one thing to do on the other. */
export function PlainPage({ title, subtitle, children }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <SignInPicture />
      <main className={styles.main}>
        <div className={styles.corner}>
          <LanguageChoice />
        </div>
        <div className={styles.box}>
          <div className={styles.mark}>
            <Logo size={36} />
            <span>{t('app_name')}</span>
          </div>
          <h1>{title}</h1>
          {subtitle && <p className="muted">{subtitle}</p>}
          <div className={styles.body}>{children}</div>
        </div>
      </main>
    </div>
  );
}

/** Where else one may want to go from a plain page; one line each. */
export function PlainLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>;
}
