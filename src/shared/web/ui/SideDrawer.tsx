import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogFocus } from './dialog-focus.ts';
import { useInFront } from './in-front.ts';
import styles from './SideDrawer.module.css';

interface Props {
  title: string;
  side: 'left' | 'right';
  /** Width in pixels. */
  width: number;
  opened: boolean;
  onClose: () => void;
  /** It is there to be filled in: the keyboard begins at its first field, else at its title. */
  form?: boolean;
  children: ReactNode;
}

/** It exists only while the drawer is open, and so knows what opened it. */
function Body({ form, children }: Pick<Props, 'children'> & { form: boolean }) {
  const ref = useDialogFocus(form ? 'field' : 'title');
  return (
    <Drawer.Body ref={ref} className={styles.body ?? ''}>
      {children}
    </Drawer.Body>
  );
}

/**
 * A panel that slides over the screen from one side; Escape and a press outside close it, and the keyboard goes back to
 * what opened it.
 */
export function SideDrawer({ title, side, width, opened, onClose, form = false, children }: Props) {
  const { t } = useTranslation();
  const inFront = useInFront(opened);
  return (
    <Drawer.Root opened={opened} onClose={() => inFront() && onClose()} position={side} size={width}>
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content>
        {/* Not the library's header: a second banner would stand beside the page's own. */}
        <div className={styles.head}>
          <Drawer.Title className={styles.title ?? ''} tabIndex={-1} data-dialog-title>
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} />
        </div>
        <Body form={form}>{children}</Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
