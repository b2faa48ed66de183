import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Dialog.module.css';
import { WithinDialog } from './DialogFooter.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { useInFront } from './in-front.ts';

interface Props {
  title: string;
  /** Width in pixels; on a phone it takes the whole screen. */
  size?: number;
  /** Small enough to leave the page in sight, also on a phone. */
  small?: boolean;
  /** Holds typed text, which a press beside the dialog must not take away. */
  keeps?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog over the page: Escape and its cross close it. It is rendered only while it is open; the keyboard then goes
 * back to what opened it.
 */
export function Dialog({ title, size = 560, small = false, keeps = false, onClose, children }: Props) {
  const { t } = useTranslation();
  const bodyRef = useDialogFocus();
  const inFront = useInFront();
  const phone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened
      centered
      onClose={() => inFront() && onClose()}
      size={size}
      fullScreen={phone && !small}
      closeOnClickOutside={!keeps}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        {/* Not the library's header: a second banner would stand beside the page's own. */}
        <div className={styles.head}>
          <Modal.Title className={styles.title ?? ''} title={title}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <Modal.Body ref={bodyRef} className={styles.body ?? ''}>
          <WithinDialog value>{children}</WithinDialog>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
