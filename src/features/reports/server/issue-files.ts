import type { TableAnswer } from '../../../shared/server/export/table-answer.ts';
import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import type { ReportIssue } from '../report-issues.contract.ts';
import { type As, FILE_WORDS, k410File, k451File } from './report-files.ts';

/** What the print of an issue says below its title: by what it is known, what it corrects, the notes, and its seal. */
function printedLines(issue: ReportIssue, { language }: As): string[] {
  const t = FILE_WORDS[language];
  const { number, year, revision, issued_by, issued_at, hash, sealed } = issue;
  const said: Readonly<Record<string, string>> = {
    number: `${number}/${year}`,
    by: issued_by,
    revision: String(revision),
    hash,
    at: new LocalTime(new Date(issued_at), PORTAL_CLOCK).text,
    count: String(sealed.content.changes.length),
  };
  const told = (text: string) => text.replace(/{{(\w+)}}/g, (_, name: string) => said[name] ?? '');
  return [
    told(revision === 0 ? t.issued : t.corrected),
    ...(sealed.content.notes === '' ? [] : sealed.content.notes.split('\n')),
    told(t.sealed),
  ];
}

/** An issued report as a file: the figures that were frozen, whatever is worked out by now. */
export async function issueFile(tx: Tx, issue: ReportIssue, as: As): Promise<TableAnswer> {
  const { content } = issue.sealed;
  const more = {
    name: `${content.kind}-${issue.year}-${issue.number}`,
    lines: as.format === 'pdf' ? printedLines(issue, as) : [],
  };
  return content.kind === 'k451'
    ? k451File(tx, content.report, { ...as, ...more })
    : k410File(tx, content.report, { ...as, ...more });
}
