import { Button, Textarea } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormElement } from '../../../../shared/web/forms/FormElement.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import type { Wizard } from './use-wizard.ts';

interface DialogProps {
  onPaste: (text: string) => void;
  onClose: () => void;
}

/** Takes rows out of a spreadsheet. */
function PasteDialog({ onPaste, onClose }: DialogProps) {
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

interface Props {
  wizard: Pick<Wizard, 'list'>;
  onPasted: () => void;
}

/** Rows of a spreadsheet in place of a range, and the way back; above the fields that it makes needless. */
export function PasteButton({ wizard: { list }, onPasted }: Props) {
  const { t } = useTranslation('add');
  const [open, setOpen] = useState(false);
  const paste = (text: string) => {
    list.paste(text);
    onPasted();
  };
  return (
    <Buttons>
      {list.pasted ? (
        <Button variant="default" onClick={list.unpaste}>
          {t('paste.back')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconTable size={16} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('paste.open')}
        </Button>
      )}
      {open && <PasteDialog onPaste={paste} onClose={() => setOpen(false)} />}
    </Buttons>
  );
}
