import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sessionMark } from '../../../shared/web/api/session-mark.ts';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import header from './Header.module.css';
import styles from './StartingPage.module.css';

const CARDS = [1, 2, 3, 4, 5, 6];

/** The portal's frame before it is known who is signed in: the header stands where it will stay. */
function StartingFrame() {
  const { t } = useTranslation();
  return (
    <>
      <header className={header.header}>
        <span className={header.mark}>
          <Logo />
          <span className={header.product}>{t('app_name')}</span>
        </span>
      </header>
      <main className={styles.content} aria-busy="true" aria-label={t('loading')}>
        <Skeleton height={28} width={220} maw="60%" />
        <div className={styles.cards}>
          {CARDS.map((card) => (
            <Skeleton key={card} height={148} radius={12} />
          ))}
        </div>
      </main>
    </>
  );
}

/** While the first answers are on their way: the frame for whoever is signed in, else the mark of index.html. */
export function StartingPage() {
  const { t } = useTranslation();
  if (sessionMark() === 'open') return <StartingFrame />;
  return (
    <main className={styles.mark} aria-busy="true" aria-label={t('loading')}>
      <Logo size={48} />
    </main>
  );
}
