import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormElement } from '../../../../shared/web/forms/FormElement.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';

interface Props {
  onPaste: (text: string) => void;
  onClose: () => void;
}

/** Takes rows out of a spreadsheet. */
export function PasteDialog({ onPaste, onClose }: Props) {
  const { t } = useTranslation('add');
  const { t: tc } = useTranslation();
  const [text, setText] = useState('');
  return (
    <Dialog title={t('paste.title')} size={640} keeps onClose={onClose}>
      <FormElement
        onSubmit={() => {
          onPaste(text);
          onClose();
        }}
      >
        <Textarea
          label={t('paste.label')}
          description={t('paste.hint')}
          placeholder={'INV1\t192.168.1.101\t1\tSN-0001\t50'}
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            {t('paste.take')}
          </Button>
        </DialogFooter>
      </FormElement>
    </Dialog>
  );
}
