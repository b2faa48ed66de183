import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { type Box, boxesCalls } from '../boxes.contract.ts';

/** That somebody works on a box or will, from when until when and at what; who may ends it before, or calls it off. */
export function AtWork({ box: { id, version, work_from, work_until, work_message } }: { box: Box }) {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const { formMessage } = useErrorMessage('lighting');
  const may = useCan('lighting.switch');
  const end = useSend(boxesCalls.change, {});
  if (work_until === null) return null;
  const ahead = work_from !== null;
  const said = ahead
    ? t('work.ahead', { from: dateTime(work_from), at: dateTime(work_until) })
    : t('work.until', { at: dateTime(work_until) });
  return (
    <>
      <Note tone={ahead ? 'muted' : 'brand'}>{work_message === '' ? said : `${said} ${work_message}`}</Note>
      {end.error && <FormError>{formMessage(end.error)}</FormError>}
      {may && (
        <Buttons>
          <Button
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id: String(id) }, body: { work_until: null, version } })}
          >
            {t(ahead ? 'work.call_off' : 'work.end')}
          </Button>
        </Buttons>
      )}
    </>
  );
}
