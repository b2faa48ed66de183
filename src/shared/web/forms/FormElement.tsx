import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

interface Props {
  label?: string | undefined;
  /** Pixels between what stands in it. */
  gap?: number;
  className?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
}

/** The element of every form: one column, judged by the portal and not by the browser. */
export function FormElement({ label, gap = 16, className, onSubmit, children }: Props) {
  // A dialog within stands elsewhere on the page, but its events come through here.
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.target === event.currentTarget) onSubmit(event);
  };
  return (
    <form noValidate className={className} aria-label={label} onSubmit={send}>
      <Stack gap={gap}>{children}</Stack>
    </form>
  );
}
