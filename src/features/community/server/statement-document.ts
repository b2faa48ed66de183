import type pg from 'pg';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import { type PdfBlock, printDocument } from '../../../shared/server/export/pdf-document.ts';
import { PDF_WORDS } from '../../../shared/server/export/pdf-table.ts';
import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import { FairTurns } from '../../../shared/server/fair-turns.ts';
import type { Language } from '../../../shared/server/language.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import { assumptionsOfMonth } from '../assumptions.model.ts';
import { assumedHead, printedAssumptions } from './assumption-words.ts';
import { printedFigure } from './printed-figure.ts';
import { kindOf, monthOf, STATEMENT_WORDS } from './statement-words.ts';
import { presentOwnPart, type StatementOfMember } from './statements.ts';

/** Members' pages that are printed at one time. */
const turns = new FairTurns({ at_once: 2, of_one: 1 });

interface Printing {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly id: number;
  readonly member_id: number;
  readonly language: Language;
}

interface Found {
  readonly statement: StatementOfMember;
  readonly company: string;
  readonly logo: string | null;
}

const find = ({ pool, scope, id, member_id }: Printing): Promise<Found> =>
  inScope(
    pool,
    scope,
    async (tx) => ({
      statement: await presentOwnPart(tx, id, member_id),
      company: await companyNameOf(tx),
      logo: await findPrintedLogo(tx),
    }),
    'read only',
  );

function facts({ statement }: Found, language: Language): PdfBlock {
  const t = STATEMENT_WORDS[language];
  const { number, year, month, revision, closed_at, content, member } = statement;
  return {
    kind: 'facts',
    title: '',
    rows: [
      [t.field.member, member.name],
      [t.field.pod, member.pods.join(', ')],
      [t.community, content.community.name],
      [t.field.month, monthOf(month, language)],
      [t.field.number, `${number}/${year}, ${kindOf(revision, language)}`],
      [t.field.closed_at, new LocalTime(new Date(closed_at), PORTAL_CLOCK).text],
    ],
  };
}

function energy({ statement: { member } }: Found, language: Language): PdfBlock {
  const { file, field } = STATEMENT_WORDS[language];
  const rows = [
    [field.withdrawn_kwh, member.withdrawn_kwh],
    [field.shared_kwh, member.shared_kwh],
    ...(member.injected_kwh > 0 ? ([[field.given_kwh, member.given_kwh]] as const) : []),
  ] as const;
  return {
    kind: 'table',
    title: file.my_energy,
    head: [file.energy, 'kWh'],
    rows: rows.map(([name, kwh]) => [name, printedFigure(kwh, 1, language)]),
  };
}

/** The member's parts; a correction says apart what it changes. */
function share({ statement }: Found, language: Language): PdfBlock {
  const { member, content } = statement;
  const t = STATEMENT_WORDS[language];
  const euros = (cents: number) => printedFigure(cents / 100, 2, language);
  return {
    kind: 'table',
    title: t.file.my_share,
    head: [t.divided.part, '€'],
    rows: [
      ...content.lines.map(({ part, due }) => [t.part[part], euros(due.cents)] as const),
      [t.divided.total, euros(member.due_cents)],
      ...(statement.revision > 0 ? ([[t.field.change_cents, euros(member.change_cents)]] as const) : []),
    ],
  };
}

/** In plain words how the money was divided, by which rules, and what is not known. */
function why({ statement: { member, content } }: Found, language: Language): PdfBlock {
  const t = STATEMENT_WORDS[language];
  const { rule, money, rules, notes, energy: all } = content;
  const said: Readonly<Record<string, string>> = {
    total: printedFigure((money.incentive_cents + money.valorisation_cents) / 100, 2, language),
    surplus: printedFigure(Math.abs(money.surplus_cents) / 100, 2, language),
    shared: printedFigure(all.shared_kwh, 1, language),
    management: printedFigure(rule.management_percent, 2, language),
    producers: printedFigure(rule.producers_percent, 2, language),
    consumers: printedFigure(rule.consumers_percent, 2, language),
    hours: printedFigure(member.missing_hours, 0, language),
    rules: rules
      .map(({ version, assumption }) => (assumption ? `${version} (${t.file.assumption})` : version))
      .join(', '),
  };
  const told = (text: string) => text.replace(/{{(\w+)}}/g, (_, name: string) => said[name] ?? '');
  const sentences = [
    t.file.why_total,
    t.file.why_parts,
    rule.equidistribution ? t.file.why_equal : t.file.why_energy,
    ...(money.surplus_cents > 0 ? [t.file[`why_surplus_${rule.surplus_to}`]] : []),
    ...(money.surplus_cents < 0 ? [t.file.why_surplus_back] : []),
    ...(member.missing_hours > 0
      ? [member.missing_hours === 1 ? t.file.why_missing_one : t.file.why_missing_other]
      : []),
    t.file.why_rules,
    // Of hours that are not known a member is told their own.
    ...notes
      .filter(({ code }) => code !== 'missing_hours')
      .map(({ code, name }) => t.note[code].replace('{{name}}', name)),
  ];
  return { kind: 'text', title: t.file.why, text: sentences.map(told).join('\n') };
}

/** What of the rules no official text settles, and what was taken for it. */
function assumed({ statement: { content } }: Found, language: Language): PdfBlock {
  const { title, taken } = assumedHead(language);
  const rows = printedAssumptions(assumptionsOfMonth(content.switches), language);
  return { kind: 'table', title, head: [title, taken], rows };
}

/** What a statement says of one member, as a PDF, with the name of its file. @throws AppError not_found */
export async function printMember(asked: Printing): Promise<{ file_name: string; bytes: Uint8Array }> {
  return turns.run(asked.scope, async () => {
    const { language } = asked;
    const found = await find(asked);
    const { statement, company, logo } = found;
    const { file } = STATEMENT_WORDS[language];
    const code = `${statement.number}/${statement.year}`;
    const bytes = await printDocument({
      title: `${file.title} ${code}`,
      dated: new Date(statement.closed_at),
      above: [company],
      logo,
      blocks: [
        facts(found, language),
        energy(found, language),
        share(found, language),
        why(found, language),
        assumed(found, language),
        { kind: 'text', title: '', text: `${file.sealed} ${statement.hash}` },
      ],
      page_of: PDF_WORDS[language].page_of,
    });
    return { file_name: `${file.name}-${statement.year}-${statement.number}-${asked.member_id}.pdf`, bytes };
  });
}
