import type { TableFormat } from '../../../shared/contract/table-file.ts';
import { type TableAnswer, tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import type { Language } from '../../../shared/server/language.ts';
import { pdfToBeSeen } from '../../../shared/server/records/file-transfer.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { statementFilesCalls } from '../statement-files.contract.ts';
import type { StatementLine, StatementMember } from '../statements.contract.ts';
import { printMember } from './statement-document.ts';
import { kindOf, STATEMENT_WORDS } from './statement-words.ts';
import { readStatement } from './statements.ts';

const euros = (cents: number | null): number | null => (cents === null ? null : cents / 100);

/** The energy by which a line has its part; parts of nobody have none. */
function energyOf({ part }: StatementLine, member: StatementMember | undefined): number | null {
  if (!member) return null;
  return part === 'producer' ? member.given_kwh : member.shared_kwh;
}

/** Lines of a closed statement as a table. @throws AppError not_found */
async function linesFile(
  tx: Tx,
  { id, format, language }: { id: number; format: TableFormat; language: Language },
): Promise<TableAnswer> {
  const { number, year, revision, month, content } = await readStatement(tx, id);
  const { community, members, lines } = content;
  const t = STATEMENT_WORDS[language];
  const byId = new Map(members.map((member) => [member.id, member]));
  const memberOf = ({ member_id }: StatementLine) => byId.get(member_id ?? 0);
  const part = (line: StatementLine): string =>
    line.proj_code === null ? t.part[line.part] : t.divided.owner_of.replace('{{name}}', line.name);
  return tableAnswer<StatementLine>({
    name: `${t.file.name}-${year}-${number}`,
    sheet: `${t.file.title} ${number}-${year}`,
    language,
    format,
    columns: [
      { head: t.field.number, width: 12, of: () => `${number}/${year}` },
      { head: t.field.month, width: 10, of: () => month },
      { head: t.field.revision, width: 14, of: () => kindOf(revision, language) },
      { head: t.community, of: () => community.name },
      { head: t.divided.part, width: 28, of: part },
      { head: t.field.member, of: (line) => (line.member_id === null ? '' : line.name) },
      { head: t.field.pod, of: (line) => memberOf(line)?.pods.join(' ') ?? '' },
      { head: `${t.field.shared_kwh} (kWh)`, width: 14, of: (line) => energyOf(line, memberOf(line)) },
      { head: `${t.field.due_cents} (€)`, width: 14, of: ({ due }) => euros(due.cents) },
      { head: `${t.field.advance_cents} (€)`, width: 14, of: ({ due }) => euros(due.advance_cents) },
      { head: `${t.field.balance_cents} (€)`, width: 14, of: ({ due }) => euros(due.balance_cents) },
      { head: `${t.field.change_cents} (€)`, width: 14, of: ({ change }) => euros(change.cents) },
    ],
    page: { rows: lines },
  });
}

export const statementFilesHandlers = ({
  pool,
}: Pick<Services, 'pool'>): Handlers<typeof statementFilesCalls> => ({
  lines: ({ tx, params, query, language }) =>
    linesFile(tx, { id: params.id, format: query.format, language: query.language ?? language }),
  async document({ scope, params, query, language, reply }) {
    const asked = { pool, scope, ...params, language: query.language ?? language };
    const { file_name, bytes } = await printMember(asked);
    await pdfToBeSeen(reply, { file_name, size_bytes: bytes.length }).send(Buffer.from(bytes));
    return SENT;
  },
});
