import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../contract/client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LanguageChoice } from '../ui/LanguageChoice.tsx';
import { Logo } from '../ui/Logo.tsx';
import classes from './link-page.module.css';
import { Waiting } from './Page.tsx';

interface Props {
  readonly width: number;
  /** Beside the sign; the portal's name where nothing is said. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

/** A page outside of the portal's frame: where a signed link leads, without an account. */
export function LinkPage({ width, head, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.page} style={{ maxWidth: width }}>
      <header className={classes.head}>
        <Logo size={28} />
        {head ?? <span>{t('app_name')}</span>}
        <LanguageChoice />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}

interface OpenedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is said of a link that is over or withdrawn. */
  readonly gone: { readonly title: string; readonly text: string };
  readonly heights: readonly number[];
  readonly children: (data: T) => ReactNode;
}

/** What a link opens, or that it opens nothing any more. */
export function Opened<T>({ query, gone, heights, children }: OpenedProps<T>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error instanceof CallError && error.status === 404)
    return (
      <>
        <h1>{gone.title}</h1>
        <p>{gone.text}</p>
      </>
    );
  if (error) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  return <Waiting heights={heights} />;
}
