import { useTranslation } from 'react-i18next';
import type { In } from '../../../shared/contract/call.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useLoad } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { MAX_BOXES, MAX_TIMES } from '../lighting.model.ts';
import { municipalitiesCalls, type YearPreview } from '../municipalities.contract.ts';

type Settings = In<(typeof municipalitiesCalls)['preview']['body']>['settings'];
const SHOWN_NIGHTS = 10;

function Years({ preview }: { preview: YearPreview }) {
  const { t } = useTranslation('lighting');
  const { number, euro } = useFormat();
  const rows = [
    { key: 'hours', of: ({ hours }: YearPreview['asked']) => number(hours, 0) },
    { key: 'kwh', of: ({ kwh }: YearPreview['asked']) => (kwh === null ? '–' : number(kwh, 0)) },
    { key: 'eur', of: ({ eur }: YearPreview['asked']) => (eur === null ? '–' : euro(eur)) },
  ] as const;
  return (
    <PlainTable
      label={t('preview.title')}
      head={[
        { text: t('preview.figure'), hidden: true },
        { text: t('preview.asked'), number: true },
        { text: t('preview.today'), number: true },
      ]}
    >
      {rows.map(({ key, of }) => (
        <tr key={key}>
          <th scope="row">{t(`preview.${key}`)}</th>
          <td data-number>{of(preview.asked)}</td>
          <td data-number>{of(preview.today)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

const MOST = { too_many_boxes: MAX_BOXES, too_many_times: MAX_TIMES } as const;

/** Why there is no energy, where there is too much of it. */
function LeftOut({ preview: { energy_left_out } }: { preview: YearPreview }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  if (energy_left_out === null) return null;
  return (
    <Note tone="warning">{t(`preview.${energy_left_out}`, { most: number(MOST[energy_left_out], 0) })}</Note>
  );
}

function OddNights({ nights }: { nights: YearPreview['odd_nights'] }) {
  const { t } = useTranslation('lighting');
  const { number, date } = useFormat();
  if (nights.length === 0) return <Muted>{t('preview.no_odd')}</Muted>;
  return (
    <>
      <Muted>{t('preview.odd', { count: nights.length })}</Muted>
      <ul>
        {nights.slice(0, SHOWN_NIGHTS).map(({ day, kind, minutes, minutes_before }) => (
          <li key={`${day} ${kind}`}>
            {t(`preview.${kind}`, {
              day: date(day),
              minutes: number(minutes, 0),
              before: number(minutes_before, 0),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** On how many nights each exception counts, in their order of precedence. */
function ExceptionNights({ exceptions }: { exceptions: YearPreview['exceptions'] }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  if (exceptions.length === 0) return null;
  return (
    <PlainTable
      label={t('exceptions.title')}
      head={[t('exceptions.title'), { text: t('preview.nights'), number: true }]}
    >
      {exceptions.map(({ name, nights }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exception is its place in the order
        <tr key={at}>
          <th scope="row">{name}</th>
          <td data-number>{number(nights, 0)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** What a year of these settings would come to, beside today's. */
export function PreviewSection({ comune, settings }: { comune: number; settings: Settings }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const query = useLoad({
    name: 'lighting-preview',
    input: { comune, settings },
    of: [municipalitiesCalls.preview],
    load: (_ask, signal) =>
      send(municipalitiesCalls.preview, {
        params: { id: String(comune) },
        body: { settings },
        company,
        signal,
      }),
  });
  return (
    <Section title={t('preview.title')} hint={t('preview.hint')}>
      <Known query={query} height={160}>
        {(preview) => (
          <>
            <Years preview={preview} />
            <LeftOut preview={preview} />
            <ExceptionNights exceptions={preview.exceptions} />
            <OddNights nights={preview.odd_nights} />
          </>
        )}
      </Known>
    </Section>
  );
}
