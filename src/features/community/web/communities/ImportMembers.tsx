import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { TABLE_FILES } from '../../../../shared/web/files/table-files.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { communityCalls } from '../../community.contract.ts';
import { MEMBERS_FILE_BYTES, type MembersImport } from '../../imports.contract.ts';
import { ImportFile } from './ImportFile.tsx';

/** What would become of the file, and what is wrong with which rows. */
function Report({ report }: { report: MembersImport }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const { told, faults, ignored } = report;
  return (
    <>
      <Facts>
        {(['members', 'added', 'changed', 'unchanged'] as const).map((name) => (
          <Fact key={name} label={t(`import.${name}`)}>
            {number(report[name], 0)}
          </Fact>
        ))}
      </Facts>
      {ignored.length > 0 && (
        <Note tone="warning">{t('import.ignored', { columns: ignored.join(', ') })}</Note>
      )}
      {faults > 0 && (
        <Note tone="alarm">
          {t('import.faults', { count: faults, shown: number(faults, 0) })}
          <ul>
            {told.map(({ row, column, code }) => (
              <li key={`${row} ${column} ${code}`}>
                {t('import.fault_of', { row, fault: t(`import.fault.${code}`, { column }) })}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

/** Members from a file: tried first, then taken over as a whole. */
export function ImportMembers({ community, onClose }: { community: number; onClose: () => void }) {
  const { t } = useTranslation('community');
  const { id_client: company } = useCompany();
  const act = (body: Blob, tried: MembersImport | null) =>
    send(communityCalls.importMembers, {
      body,
      query: {
        community: String(community),
        dry_run: tried ? 'false' : 'true',
        ...(tried && { version: String(tried.version) }),
      },
      company,
    });
  return (
    <ImportFile
      title={t('import.members_title')}
      hint={t('import.members_hint')}
      accept={TABLE_FILES}
      mostBytes={MEMBERS_FILE_BYTES}
      act={act}
      isStored={({ stored }) => stored}
      mayStore={({ faults, added, changed }) => faults === 0 && added + changed > 0}
      done={({ added, changed }) => t('import.members_done', { added, changed })}
      onClose={onClose}
    >
      {(report) => <Report report={report} />}
    </ImportFile>
  );
}
