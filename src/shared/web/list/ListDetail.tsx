import { CloseButton, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import classes from './list.module.css';

export interface ListDetailProps {
  title: string;
  /** Whether a row is chosen. */
  opened: boolean;
  onClose: () => void;
  /** Of the drawer, in pixels. */
  width: number;
  children: ReactNode;
}

/** From here on a table and a panel have room beside each other. */
const WIDE = '(min-width: 1600px)';

/** Whether a row's detail stands beside the list instead of over it. */
export const useDetailBeside = (): boolean =>
  useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) === true;

/** Pressed in the part itself, and on nothing that closes by the same key. */
function isOwn({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const at = target as HTMLElement;
  return currentTarget.contains(at) && !at.closest('[data-mantine-stop-propagation="true"]');
}

/** A chosen row in full: beside the list where there is room, else in a drawer over it. */
export function ListDetail({ title, opened, onClose, width, children }: ListDetailProps) {
  const { t } = useTranslation();
  const beside = useDetailBeside();
  if (!beside) {
    return (
      <SideDrawer title={title} side="right" width={width} opened={opened} onClose={onClose}>
        {children}
      </SideDrawer>
    );
  }
  if (!opened) return null;
  return (
    <aside
      className={classes.detail}
      aria-label={title}
      // What is open over the list or in front of it takes the key for itself.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && isOwn(event) && onClose()}
    >
      <div className={classes.detailHead}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
