import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepFocus } from './dialog-focus.ts';
import { useInFront } from './in-front.ts';
import styles from './SideDrawer.module.css';

interface Props {
  title: string;
  side: 'left' | 'right';
  /** Width in pixels. */
  width: number;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel that slides over the screen from one side; Escape and a press outside close it. */
export function SideDrawer({ title, side, width, opened, onClose, children }: Props) {
  const { t } = useTranslation();
  const inFront = useInFront(opened);
  return (
    <Drawer.Root opened={opened} onClose={() => inFront() && onClose()} position={side} size={width}>
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content>
        {/* Not the library's header: a second banner would stand beside the page's own. */}
        <div className={styles.head}>
          <Drawer.Title className={styles.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} />
        </div>
        <Drawer.Body ref={keepFocus} className={styles.body ?? ''}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
