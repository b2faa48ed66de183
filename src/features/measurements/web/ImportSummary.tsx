import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { leftOutColumns } from '../left-out.model.ts';
import type { ImportPreview } from '../measurements.contract.ts';
import { grammarCount } from './grammar-count.ts';
import classes from './import.module.css';
import { LeftOut } from './LeftOut.tsx';

type Notes = ImportPreview['notes'];

/** What the sentences may name; each has some of these. */
type Params = {
  column: string;
  unit: string;
  offset: string;
  time_zone: string;
  rows: number;
  minutes: number;
};

const NOTES = [
  'no_time',
  'left_out',
  'unit_guessed',
  'unit_assumed',
  'fixed_offset',
  'local_time',
  'doubled_hour',
  'absent_hour',
  'not_a_counter',
  'interval_energy',
  'intervals_left_out',
  'stamps_start',
  'stamps_end',
] as const;

function useStep(): (step_s: number | null) => string {
  const { t } = useTranslation('measurements');
  return (step_s) => {
    if (step_s === null) return t('import.no_step');
    if (step_s % 3600 === 0) return t('import.every_h', { count: step_s / 3600 });
    return step_s % 60 === 0
      ? t('import.every_min', { count: step_s / 60 })
      : t('import.every_s', { count: step_s });
  };
}

/** Remarks of the server by their codes; one whose words are not known here is shown as its code. */
function NoteList({ notes }: { notes: Notes }) {
  const { t } = useTranslation('measurements');
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map(({ code, params }) => {
        const known = NOTES.find((one) => one === code);
        return (
          <li key={`${code}${JSON.stringify(params)}`}>
            {known
              ? t(`import.note.${known}`, {
                  ...(params as Params),
                  count: grammarCount(Number(params.rows ?? params.minutes)),
                })
              : code}
          </li>
        );
      })}
    </ul>
  );
}

/** The file in figures: its rows, readings, period and step, and what a person should know of it. */
export function ImportSummary({ preview, zone }: { preview: ImportPreview; zone: string }) {
  const { t } = useTranslation('measurements');
  const { number, dateTime } = useFormat();
  const step = useStep();
  return (
    <section aria-label={preview.file_name}>
      <Stack gap={8}>
        <p>
          <b>{preview.file_name}</b> <span className="muted num">{number(preview.bytes / 1024, 1)} kB</span>
        </p>
        <Facts strong min={120}>
          <Fact label={t('import.rows')}>{number(preview.rows, 0)}</Fact>
          <Fact label={t('import.readings')}>{number(preview.readings, 0)}</Fact>
          <Fact label={t('import.period')}>
            {dateTime(preview.first_at, zone)} – {dateTime(preview.last_at, zone)}
          </Fact>
          <Fact label={t('import.step')}>{step(preview.step_s)}</Fact>
          <Fact label={t('import.empty')}>{number(preview.empty, 0)}</Fact>
          <Fact label={t('import.bad')}>{number(preview.bad_rows, 0)}</Fact>
        </Facts>
        <LeftOut columns={leftOutColumns(preview.header, preview.mapping)} />
        <NoteList notes={preview.notes} />
      </Stack>
    </section>
  );
}
