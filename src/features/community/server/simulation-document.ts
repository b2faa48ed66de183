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
import communityEn from '../i18n/en.json' with { type: 'json' };
import communityIt from '../i18n/it.json' with { type: 'json' };
import { moneyRows } from '../money-rows.model.ts';
import { MONTH_FIGURES, type SimulationReport } from '../parameters.contract.ts';
import { sourceIn } from '../rule-sources.model.ts';
import type { Simulation } from '../simulations.contract.ts';
import en from '../web/simulations/i18n/en.json' with { type: 'json' };
import it from '../web/simulations/i18n/it.json' with { type: 'json' };
import { printedAssumptions } from './assumption-words.ts';
import { printedFigure } from './printed-figure.ts';
import { presentSimulation, savedResult } from './simulations.ts';

const WORDS = {
  en: { ...en, findings: communityEn.findings, assumed: communityEn.assumed },
  it: { ...it, findings: communityIt.findings, assumed: communityIt.assumed },
};

/** Simulations that are printed at one time. */
const turns = new FairTurns({ at_once: 2, of_one: 1 });

interface Printing {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly code: string;
  readonly language: Language;
}

interface Found {
  readonly simulation: Simulation;
  readonly report: SimulationReport;
  readonly saved_at: string;
  readonly company: string;
  readonly logo: string | null;
}

const find = ({ pool, scope, code }: Printing): Promise<Found> =>
  inScope(
    pool,
    scope,
    async (tx) => {
      const { result_report: report, saved_at } = await savedResult(tx, code);
      const simulation = await presentSimulation(tx, code);
      return {
        simulation,
        report,
        saved_at,
        company: await companyNameOf(tx),
        logo: await findPrintedLogo(tx),
      };
    },
    'read only',
  );

/** How figures and sentences are written in a language. */
class Writer {
  readonly words: (typeof WORDS)[Language];
  readonly language: Language;
  constructor(language: Language) {
    this.words = WORDS[language];
    this.language = language;
  }
  /** With its unit; a dash for what is not known. */
  figure(value: number | null, unit = '', decimals = 0): string {
    return value === null ? '–' : `${printedFigure(value, decimals, this.language)} ${unit}`.trim();
  }
  percent(share: number | null, decimals = 1): string {
    return this.figure(share === null ? null : share * 100, '%', decimals);
  }
  nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
    return name || (id === 'new' || id === 'prosumers' || id === 'hidden' ? this.words.report[id] : id);
  }
  told(text: string, said: Readonly<Record<string, string | number>>): string {
    return text.replace(/{{(\w+)}}/g, (_, name: string) => String(said[name] ?? ''));
  }
}

function facts({ simulation, report, saved_at }: Found, { words: t }: Writer): PdfBlock {
  const rows: [string, string][] = [
    [t.field.code, simulation.code],
    [t.field.description, simulation.description],
    [t.field.community, simulation.community ?? ''],
    [t.form.year, String(report.year)],
    [t.field.saved_at, new LocalTime(new Date(saved_at), PORTAL_CLOCK).text],
  ];
  return { kind: 'facts', title: '', rows: rows.filter(([, text]) => text !== '') };
}

/** What was assumed: members, plants, prices and years. */
function assumed({ simulation, report }: Found, w: Writer): PdfBlock {
  const { words: t } = w;
  const p = simulation.parameters;
  const membersOf = (kind: (typeof simulation.members)[number]) =>
    `${w.figure(kind.count)} × ${w.figure(kind.kwh_per_year, 'kWh')}`;
  const plants = report.plants.map(({ id, name, power_kw, installed_kw = power_kw }) => [
    w.nameOf({ id, name }),
    id === 'hidden' ? '–' : w.figure(installed_kw, 'kW', 1),
  ]);
  return {
    kind: 'table',
    title: t.form.title,
    head: [t.document.assumed, ''],
    rows: [
      ...simulation.members
        .filter(({ count }) => count > 0)
        .map((one) => [t.kinds[one.kind], membersOf(one)]),
      ...plants,
      [t.form.battery_kwh, w.figure(p.battery_kwh, 'kWh')],
      [t.form.grant_share, w.percent(p.grant_share)],
      ...(p.service_exempt > 0 ? [[t.form.service_exempt, w.percent(p.service_exempt)]] : []),
      ...(p.eur_per_kwh === null ? [] : [[t.form.eur_per_kwh, w.figure(p.eur_per_kwh, '€', 3)]]),
      [t.form.assumed_price, w.figure(p.assumed_price, '€/MWh', 2)],
      [t.form.eur_per_kwp, w.figure(p.eur_per_kwp, '€/kWp')],
      [t.form.eur_per_battery_kwh, w.figure(p.eur_per_battery_kwh, '€/kWh')],
      [t.form.bill_eur_per_kwh, w.figure(p.bill_eur_per_kwh, '€/kWh', 3)],
      ...(['cost_share', 'degradation', 'price_growth', 'inflation', 'discount_rate'] as const).map(
        (name) => [t.form[name], w.percent(p[name])],
      ),
    ],
  };
}

/** What a year of it comes to, and twenty. */
function comesTo({ report: { totals, money, surplus } }: Found, w: Writer): PdfBlock {
  const { words: t } = w;
  const over = surplus.reduce((sum, { surplus_eur }) => sum + surplus_eur, 0);
  return {
    kind: 'table',
    title: t.document.result,
    head: [t.compare.figure, ''],
    rows: [
      [t.field.injected_kwh, w.figure(totals.injected_kwh)],
      [t.field.withdrawn_kwh, w.figure(totals.withdrawn_kwh)],
      [t.field.shared_kwh, w.figure(totals.shared_kwh)],
      [t.field.shared_share, w.percent(totals.shared_share)],
      [t.field.incentive_eur, w.figure(totals.incentive_eur)],
      [t.field.valorisation_eur, w.figure(totals.valorisation_eur)],
      [t.field.sale_eur, w.figure(totals.sale_eur)],
      [t.field.surplus_eur, w.figure(over, '€')],
      [t.document.investment, w.figure(money.investment_eur)],
      [t.field.npv_eur, w.figure(money.npv_eur)],
      [t.document.irr, w.percent(money.irr)],
      [t.field.payback_years, w.figure(money.payback_years, '', 1)],
    ],
  };
}

function months({ report }: Found, w: Writer): PdfBlock {
  const { words: t } = w;
  const name = new Intl.DateTimeFormat(w.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    kind: 'table',
    title: t.report.months,
    head: [t.report.month, ...MONTH_FIGURES.map((name) => t.field[name])],
    rows: report.months.map((row) => [
      name.format(new Date(`${row.month}-01T00:00:00Z`)),
      ...MONTH_FIGURES.map((name) => w.figure(row[name])),
    ]),
  };
}

/** Of what the first two flows are made. */
function firstFlows({ report }: Found, w: Writer): PdfBlock[] {
  const { words: t } = w;
  const rows = moneyRows(report).map(({ name, eur }) => [t.money[name], w.figure(eur, '', 2)]);
  if (rows.length === 0) return [];
  return [{ kind: 'table', title: t.money.title, head: [t.money.part, '€'], rows }];
}

/** The flows of twenty years. */
function years({ report: { money } }: Found, w: Writer): PdfBlock {
  const { words: t } = w;
  return {
    kind: 'table',
    title: t.document.years,
    head: [t.document.year, t.document.flow, t.document.discounted, t.document.balance],
    rows: money.years.map((row) => [
      String(row.year),
      w.figure(row.flow_eur),
      w.figure(row.discounted_eur),
      w.figure(row.balance_eur),
    ]),
  };
}

/** By which rules, what of them no official text says, and what is not as it should be. */
function rules(
  { report: { rules, assumptions = [], findings, plants, unpriced_hours, hours } }: Found,
  w: Writer,
): PdfBlock[] {
  const { words: t } = w;
  const unpriced = unpriced_hours === 1 ? t.report.unpriced_one : t.report.unpriced_other;
  const notes = [
    ...(unpriced_hours > 0 ? [w.told(unpriced, { count: unpriced_hours, hours })] : []),
    ...findings.map(({ code, id = '', substation = '', granted_eur = 0 }) => {
      const plant = plants.find((one) => one.id === id) ?? { id, name: '' };
      return w.told(t.findings[code], {
        name: w.nameOf(plant),
        substation,
        granted: w.figure(granted_eur),
      });
    }),
  ];
  const table: PdfBlock = {
    kind: 'table',
    title: t.report.rules,
    head: [t.report.rule, t.report.source],
    rows: rules.map(({ version, source, assumption }) => [
      assumption ? `${version} (${t.report.assumption})` : version,
      sourceIn({ version, source }, w.language),
    ]),
  };
  const { title, taken } = w.words.assumed;
  const assumed = printedAssumptions(assumptions, w.language);
  return [
    ...(notes.length > 0 ? [{ kind: 'text', title: '', text: notes.join('\n') } as const] : []),
    table,
    ...(assumed.length > 0 ? [{ kind: 'table', title, head: [title, taken], rows: assumed } as const] : []),
  ];
}

const signing = ({ words: { document: t } }: Writer): PdfBlock => ({
  kind: 'facts',
  title: t.signing,
  rows: [
    [t.place_and_day, '_'.repeat(40)],
    [t.signature, '_'.repeat(40)],
  ],
});

/** The saved result of a simulation as a PDF, with the name of its file. @throws AppError not_found */
export async function printSimulation(asked: Printing): Promise<{ file_name: string; bytes: Uint8Array }> {
  return turns.run(asked.scope, async () => {
    const found = await find(asked);
    const w = new Writer(asked.language);
    const bytes = await printDocument({
      title: w.told(w.words.one.title, { code: asked.code }),
      dated: new Date(found.saved_at),
      above: [found.company],
      logo: found.logo,
      blocks: [
        facts(found, w),
        { kind: 'text', title: '', text: w.words.document.no_promise },
        comesTo(found, w),
        assumed(found, w),
        months(found, w),
        ...firstFlows(found, w),
        years(found, w),
        ...rules(found, w),
        signing(w),
      ],
      page_of: PDF_WORDS[asked.language].page_of,
    });
    return { file_name: `${w.words.document.name}-${asked.code}.pdf`, bytes };
  });
}
