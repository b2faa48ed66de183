import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormElement } from '../forms/FormElement.tsx';
import { FormError } from '../forms/FormError.tsx';
import styles from './Dialog.module.css';
import { Dialog } from './Dialog.tsx';
import { DialogFooter } from './DialogFooter.tsx';

interface Props {
  title: string;
  /** What will happen, and what will not. */
  children: ReactNode;
  /** The word on the button: the action itself, never "OK". */
  confirm: string;
  /** The word on the other button, where "Cancel" could be misread. */
  cancel?: string;
  /** What has to be typed before the button answers, for what cannot be taken back lightly. */
  typed?: string;
  /** For what holds more than sentences. */
  wide?: boolean;
  busy?: boolean;
  /** Why it did not succeed. */
  fault?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is taken away. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, cancel, typed, wide = false, busy = false, fault } = props;
  const { onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const ready = typed === undefined || text.trim() === typed.trim();
  return (
    <Dialog title={title} size={wide ? 600 : 460} small={!wide} keeps={typed !== undefined} onClose={onClose}>
      <FormElement
        gap={0}
        onSubmit={() => {
          if (ready && !busy) onConfirm();
        }}
      >
        <div className={styles.sentences}>
          {children}
          {typed !== undefined && (
            <TextInput
              data-autofocus
              label={t('confirm.type', { text: typed })}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <FormError>{fault}</FormError>
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={busy}
            disabled={!ready}
            {...(typed === undefined ? { 'data-autofocus': true } : {})}
          >
            {confirm}
          </Button>
        </DialogFooter>
      </FormElement>
    </Dialog>
  );
}
