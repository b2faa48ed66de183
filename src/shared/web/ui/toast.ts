import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Long enough for two lines to be read. */
const SHOWN_MS = 5_000;

function show(message: string, detail: string | undefined, color: string): void {
  const closeButtonProps = { 'aria-label': i18next.t('close') };
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color,
    autoClose: SHOWN_MS,
    closeButtonProps,
  });
}

/** Short messages that go by themselves, in the specification's words; what must be read stands in the page instead. */
export const toast = {
  // spec §8: 'Item saved', 'Item deleted', 'Failed save'
  saved: (detail?: string) => show(i18next.t('messages.saved'), detail, 'teal'),
  deleted: (detail?: string) => show(i18next.t('messages.deleted'), detail, 'teal'),
  failed: (detail?: string) => {
    const said = i18next.t('messages.failed');
    // A reason that begins with the same words says it all.
    if (detail?.startsWith(said)) show(detail, undefined, 'red');
    else show(said, detail, 'red');
  },
  /** A sentence of the screen's own about what was not done. */
  notDone: (sentence: string) => show(sentence, undefined, 'orange'),
  /** A sentence of the screen's own. */
  done: (sentence: string) => show(sentence, undefined, 'teal'),
};
