import { useTranslation } from 'react-i18next';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import type { Progress } from '../measurements.contract.ts';
import { BadRows } from './BadRows.tsx';
import { useFaultLabels } from './fault-words.ts';
import { grammarCount } from './grammar-count.ts';
import classes from './import.module.css';
import { ImportDetail, runningLabel } from './import-detail.ts';
import { LeftOut } from './LeftOut.tsx';
import { useRecentImports } from './use-imports.ts';

function Outcome({ work }: { work: Progress }) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const { ofFault } = useFaultLabels();
  const { phase, stored, bad_rows, bad, left_out } = ImportDetail.parse(work.detail);
  if (work.state === 'running') return <p>{t(runningLabel(phase))}</p>;
  if (work.state === 'failed')
    return (
      <Note tone="alarm">
        {t('import.failed')}: {ofFault(work.fault ?? {})}
      </Note>
    );
  return (
    <>
      <p>
        {t('import.recent_stored', { stored: number(stored, 0), count: grammarCount(stored ?? 0) })}
        {bad_rows > 0 &&
          ` ${t('import.recent_bad', { rows: number(bad_rows, 0), count: grammarCount(bad_rows) })}`}
      </p>
      <LeftOut columns={left_out} />
      {bad_rows > 0 && (
        <details>
          <summary>{t('import.recent_which')}</summary>
          <BadRows title={t('import.done_bad')} bad={bad} count={bad_rows} />
        </details>
      )}
    </>
  );
}

function ImportList({ imports, zone, plants }: { imports: Progress[]; zone: string; plants: boolean }) {
  const { t } = useTranslation('measurements');
  const { dateTime } = useFormat();
  return (
    <ul className={classes.recent}>
      {imports.map((work) => {
        const { file_name, short_name } = ImportDetail.parse(work.detail);
        const place = plants && work.proj_code !== null ? `${work.proj_code} · ${short_name}` : short_name;
        return (
          <li key={work.id}>
            <p>
              <b>{file_name || t('import.no_file_name')}</b>{' '}
              <span className="muted num">
                {place} · {dateTime(work.created_at, zone)}
              </span>
            </p>
            <Outcome work={work} />
          </li>
        );
      })}
    </ul>
  );
}

/** What earlier imports into a plant came to, for whoever closed the window before their end. */
export function RecentImports({ proj_code, zone }: { proj_code: string; zone: string }) {
  const { t } = useTranslation('measurements');
  const { data: imports = [] } = useRecentImports(proj_code);
  if (imports.length === 0) return null;
  return (
    <Section look="plain" order={3} title={t('import.recent')}>
      <ImportList imports={imports} zone={zone} plants={false} />
    </Section>
  );
}

/** What the last imports into any of the company's plants came to. */
export function CompanyImports() {
  const { t } = useTranslation('measurements');
  const query = useRecentImports(null);
  return (
    <Section look="plain" title={t('import.recent_all')}>
      <Known query={query} height={60}>
        {(imports) =>
          imports.length === 0 ? (
            <p className="muted">{t('import.recent_none')}</p>
          ) : (
            <ImportList imports={imports} zone={HERE} plants />
          )
        }
      </Known>
    </Section>
  );
}
