import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useMonths } from '../../../../shared/web/format/use-months.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { type RgiPreview, rgiCalls } from '../../rgi.contract.ts';

const PAUSE_MS = 400;
type Preview = z.input<typeof rgiCalls.preview.body>;

/** What is asked, once it is whole: nothing while fields are wrong, and nothing for periods that are not there. */
function askedOf(text: string): Preview | null {
  const body: Preview | null = JSON.parse(text);
  if (!body || !rgiCalls.preview.body.safeParse(body).success) return null;
  const says = body.items?.length || body.repeat || body.text || body.instead_of;
  return says ? body : null;
}

function Effect({ effect, zone }: { effect: RgiPreview; zone: string }) {
  const { t } = useTranslation('rgi');
  const { number, dateTime } = useFormat();
  const percent = (share: number | null) => (share === null ? '–' : `${number(share * 100, 2)} %`);
  const { before, after, left_out_before_h, left_out_after_h, overlaps } = effect;
  const month = useMonths(`${effect.month}-01`, 1)[0]?.label ?? effect.month;
  const hours = left_out_after_h - left_out_before_h;
  const same = before === after && Math.abs(hours) < 1e-9;
  return (
    <>
      {overlaps.length > 0 && (
        <Note tone="warning">
          {t('preview.overlaps', {
            list: overlaps
              .map(
                ({ name, start_time, end_time }) =>
                  `${name || t('unnamed')} (${dateTime(start_time, zone)}–${dateTime(end_time, zone)})`,
              )
              .join('; '),
          })}
        </Note>
      )}
      <Note tone="brand">
        {same
          ? t('preview.same', { month, before: percent(before) })
          : t('preview.says', {
              month,
              before: percent(before),
              after: percent(after),
              hours: `${hours > 0 ? '+' : ''}${number(hours, 2)}`,
            })}
      </Note>
    </>
  );
}

/** What periods make of last month's availability, and what they overlap, before anything is saved. */
export function RgiEffect({ body, zone }: { body: object | null; zone: string }) {
  const { t } = useTranslation('rgi');
  const sentence = useRefusalSentence();
  const [settled] = useDebouncedValue(JSON.stringify(body), PAUSE_MS);
  const asked = useMemo(() => askedOf(settled), [settled]);
  const { data, error } = useCall(rgiCalls.preview, asked && { body: asked as never }, {
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  // What is wrong with a file or a field is said where it stands.
  if (!asked || (error instanceof CallError && error.status === 400)) return null;
  return (
    <div aria-live="polite">
      {error && <Note tone="warning">{`${t('preview.failed')} ${sentence(error)}`}</Note>}
      {!error && !data && <Muted>{t('preview.waiting')}</Muted>}
      {!error && data && <Effect effect={data} zone={zone} />}
    </div>
  );
}
