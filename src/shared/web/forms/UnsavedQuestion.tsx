import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
  /** Whether there is something to lose. */
  unsaved: boolean;
  title?: string;
  /** What would be lost, where it is not typed words. */
  text?: string;
}

/** Asks before a page with unsaved words is left. */
export function UnsavedQuestion({ unsaved, title, text }: Props) {
  const { t } = useTranslation();
  const question = useUnsaved(unsaved);
  if (!question) return null;
  return (
    <ConfirmDialog
      title={title ?? t('unsaved.title')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      onConfirm={question.leave}
      onClose={question.stay}
    >
      <p>{text ?? t('unsaved.text')}</p>
    </ConfirmDialog>
  );
}
