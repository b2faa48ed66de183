import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../ui/use-page-title.ts';
import classes from './page.module.css';

interface Props {
  /** The heading, and what the browser's tab says; null as long as it is not known. */
  title: string | null;
  /** What the tab says where it is not the heading. */
  tabTitle?: string;
  /** Stands beside the heading: states, counts. */
  beside?: ReactNode;
  subtitle?: ReactNode;
  /** A `BackLink`. */
  back?: ReactNode;
  /** Buttons for the page as a whole; on a phone as wide as they can be. */
  actions?: ReactNode;
  /** A column beside the rest on wide screens, below it on others. */
  aside?: ReactNode;
  /** So wide the page becomes at most, in pixels. */
  width?: number;
  /** In the middle of the window. */
  centred?: boolean;
  /** So little stands here, at once, that what follows the page may stand in the window. */
  short?: boolean;
  children?: ReactNode;
}

/** A screen of the portal: its heading, what can be done with it as a whole, and its parts below each other. */
export function Page(props: Props) {
  const { title, aside, width, children } = props;
  usePageTitle(props.tabTitle ?? title);
  return (
    <div
      className={classes.page}
      style={width ? { maxWidth: width } : undefined}
      data-centred={props.centred || undefined}
      data-short={props.short || undefined}
    >
      <PageHead {...props} />
      {aside ? (
        <div className={classes.columns}>
          <div className={classes.parts}>{children}</div>
          <div className={classes.parts}>{aside}</div>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

function PageHead({ title, beside, subtitle, back, actions }: Props) {
  return (
    <header className={classes.head}>
      <div className={classes.heading}>
        {back}
        <div className={classes.titleRow}>
          {title === null ? <Skeleton height={28} width={280} aria-busy="true" /> : <h1>{title}</h1>}
          {beside}
        </div>
        {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** Holds the place of parts that are not there yet: as high as they will be, in pixels, so that nothing jumps. */
export function Waiting({ heights, radius = 12 }: { heights: readonly number[]; radius?: number }) {
  return (
    <div className={classes.parts} aria-busy="true">
      {heights.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={i} height={height} radius={radius} />
      ))}
    </div>
  );
}
