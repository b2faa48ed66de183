import { IconChevronLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './page.module.css';

function BackAnchor({ children, ...anchor }: ComponentProps<'a'>) {
  return (
    <a {...anchor} className={classes.back}>
      <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
      {children}
    </a>
  );
}

/** Leads from a page to the one above it; takes what the router's `Link` takes. */
export const BackLink = createLink(BackAnchor);
