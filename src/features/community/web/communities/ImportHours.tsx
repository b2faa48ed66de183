import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { TABLE_FILES } from '../../../../shared/web/files/table-files.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { communityCalls } from '../../community.contract.ts';
import { HOURS_FILE_BYTES, type HoursImport } from '../../imports.contract.ts';
import { ImportFile } from './ImportFile.tsx';

const CSV_FILES = Object.fromEntries(
  Object.entries(TABLE_FILES).filter(([, endings]) => !endings.includes('.xlsx')),
);

/** What the file knows, and what is wrong with which lines. */
function Report({ report }: { report: HoursImport }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const { pods, hours, months, faults } = report;
  return (
    <>
      <Facts>
        <Fact label="POD">{number(pods, 0)}</Fact>
        <Fact label={t('import.hours')}>{number(hours, 0)}</Fact>
        <Fact label={t('import.months')}>{months.join(', ')}</Fact>
      </Facts>
      {faults.length > 0 && (
        <Note tone="alarm">
          {t('import.faults', { count: faults.length, shown: number(faults.length, 0) })}
          <ul>
            {faults.map(({ line, code, found }) => (
              <li key={`${line} ${code} ${found}`}>
                {t('import.fault_of', { row: line, fault: t(`import.hours_fault.${code}`, { found }) })}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

/** Measured hours from the distributor's or GSE's file: tried first, then stored as a whole. */
export function ImportHours({ community, onClose }: { community: number; onClose: () => void }) {
  const { t } = useTranslation('community');
  const { id_client: company } = useCompany();
  const act = (body: Blob, tried: HoursImport | null) =>
    send(communityCalls.importHours, {
      body,
      query: { community: String(community), dry_run: tried ? 'false' : 'true' },
      company,
    });
  return (
    <ImportFile
      title={t('import.hours_title')}
      hint={t('import.hours_hint')}
      accept={CSV_FILES}
      mostBytes={HOURS_FILE_BYTES}
      act={act}
      isStored={({ stored }) => stored}
      mayStore={({ faults, hours }) => faults.length === 0 && hours > 0}
      done={({ pods, hours }) => t('import.hours_done', { pods, hours })}
      onClose={onClose}
    >
      {(report) => <Report report={report} />}
    </ImportFile>
  );
}
