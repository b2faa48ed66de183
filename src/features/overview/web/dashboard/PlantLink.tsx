import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  code: string;
  className: string | undefined;
  children: ReactNode;
  [data: `data-${string}`]: string | boolean | undefined;
}

/** Leads to a plant's own page. */
export function PlantLink({ code, children, ...rest }: Props) {
  return (
    <Link to="/apps/asset/plants/$proj_code" params={{ proj_code: code }} preload={false} {...rest}>
      {children}
    </Link>
  );
}
