import { CHART_SIZE, chartSvg, type PdfChart } from './pdf-chart.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';
import type { PdfTable } from './pdf-table.ts';

const footerOf = (page_of: string) => (page: number, pages: number) => ({
  text: page_of.replace('{page}', String(page)).replace('{pages}', String(pages)),
  alignment: 'right',
  margin: [28, 12, 28, 0],
});

const urlOf = ({ type, base64 }: { type: string; base64: string }): string => `data:${type};base64,${base64}`;

const GREY = '#5f6b76';
const LINE = '#c9d0d6';
const PAGE_WIDTH = 841.89 - 2 * 28;

/** The logo in the corner opposite to the title, no larger than this. */
const LOGO_FITS = [150, 48];
const besideLogo = (head: readonly object[], logo: string | null): object =>
  logo === null
    ? { stack: head }
    : {
        columnGap: 16,
        columns: [
          { width: '*', stack: head },
          {
            width: 'auto',
            image: urlOf({ type: 'image/png', base64: logo }),
            fit: LOGO_FITS,
            alignment: 'right',
          },
        ],
      };

const inPairs = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / 2) }, (_, i) => list.slice(2 * i, 2 * i + 2));
/** Charts stand two in a row, above the table. */
const chartRows = (charts: readonly PdfChart[]): object[] =>
  inPairs(charts).map((pair) => ({
    columnGap: 16,
    margin: [0, 8, 0, 0],
    unbreakable: true,
    columns: pair.map((chart) => ({
      stack: [
        { text: chart.title, fontSize: 8.5, bold: true, margin: [0, 0, 0, 4] },
        { svg: chartSvg(chart), ...CHART_SIZE },
      ],
    })),
  }));

/** Points at both sides of a column; tables of more columns are written smaller. */
const PADDING = 3;
const MANY_COLUMNS = 12;
/** Of letters, points: the first that fits. */
const SIZES = [7.5, 7, 6.5];
const SMALL_SIZES = [6.5, 6, 5.5, 5];
const TABLE_LINES = {
  hLineWidth: (i: number, node: { table: { body: unknown[] } }) =>
    i === 0 || i === node.table.body.length ? 0 : i === 1 ? 1 : 0.5,
  vLineWidth: () => 0,
  hLineColor: (i: number) => (i === 1 ? GREY : LINE),
  paddingLeft: (i: number) => (i === 0 ? 0 : PADDING),
  paddingRight: (i: number, node: { table: { widths: unknown[] } }) =>
    i === node.table.widths.length - 1 ? 0 : PADDING,
};

/** About how wide a letter of Roboto is, in its size; digits are all alike. */
function letterWidth(letter: string): number {
  if (/[.,;:'’|!ijlftI() -]/.test(letter)) return 0.33;
  return /[mwMW@%]/.test(letter) ? 0.88 : 0.575;
}
const wordWidth = (word: string): number => [...word].reduce((sum, letter) => sum + letterWidth(letter), 0);
/** Words of text are broken where they are longer than so many times the letters' size; figures never. */
const MAX_WORD = 9;

/** The least that each column needs so that no figure and no word is broken, in the size of its letters. */
function leastWidths({ head, numeric, rows }: PdfTable): number[] {
  const longest = (texts: Iterable<string>, most: number): number => {
    let width = 0;
    for (const text of texts) for (const word of text.split(/\s/)) width = Math.max(width, wordWidth(word));
    return Math.min(width, most);
  };
  return head.map((text, i) => {
    const cells = longest(
      rows.map((row) => row[i] ?? ''),
      numeric[i] ? Number.POSITIVE_INFINITY : MAX_WORD,
    );
    return Math.max(cells, longest([text], MAX_WORD));
  });
}

/** What is left of the page is shared out by the columns' characters, to those that need no more than their share. */
function sharedWidths(widths: readonly number[], least: readonly number[], free: number): number[] {
  const narrow = new Set<number>();
  for (;;) {
    const taken = [...narrow].reduce((sum, i) => sum + (least[i] ?? 0), 0);
    const all = widths.reduce((sum, width, i) => (narrow.has(i) ? sum : sum + width), 0);
    const shareOf = (i: number) => ((widths[i] ?? 0) / all) * (free - taken);
    const more = widths.flatMap((_, i) => (!narrow.has(i) && shareOf(i) < (least[i] ?? 0) ? [i] : []));
    if (more.length === 0)
      return widths.map((_, i) => (narrow.has(i) ? (least[i] ?? 0) : Math.max(0, shareOf(i))));
    for (const i of more) narrow.add(i);
  }
}

/** The largest letters in which no figure and no word is broken, and the columns' widths; the smallest where none are small enough. */
function fittingWidths(table: PdfTable, free: number): { size: number; widths: number[] } {
  const least = leastWidths(table);
  const needed = least.reduce((sum, width) => sum + width, 0);
  const sizes = table.widths.length > MANY_COLUMNS ? SMALL_SIZES : SIZES;
  const size = sizes.find((one) => needed * one <= free) ?? sizes.at(-1) ?? 6;
  const scale = Math.min(size, free / needed);
  return {
    size,
    widths: sharedWidths(
      table.widths,
      least.map((width) => width * scale),
      free,
    ),
  };
}

/** A table as pdfmake lays it out: landscape. */
export function layoutOfTable(table: PdfTable): object {
  const { title, lines, logo, charts, head, numeric, rows, page_of } = table;
  // Between two columns lies twice the padding, outside of them none: the table is as wide as the page.
  const free = PAGE_WIDTH - (head.length - 1) * 2 * PADDING;
  const { size, widths } = fittingWidths(table, free);
  const cell = (text: string, i: number) => ({ text, alignment: numeric[i] ? 'right' : 'left' });
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [28, 32, 28, 36],
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: size },
    footer: footerOf(page_of),
    content: [
      besideLogo(
        [
          { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
          ...lines.map((text) => ({ text, margin: [0, 0, 0, 2] })),
        ],
        logo,
      ),
      ...chartRows(charts),
      {
        margin: [0, charts.length > 0 ? 12 : 6, 0, 0],
        layout: TABLE_LINES,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths,
          body: [
            head.map((text, i) => ({ ...cell(text, i), bold: true })),
            ...rows.map((row) => row.map(cell)),
          ],
        },
      },
    ],
  };
}

/** Distance of a document's text from the edges of its paper. */
const EDGE = 40;
const HEAD = { fontSize: 11, bold: true, margin: [0, 14, 0, 4] };
/** Pictures stand two in a row, none higher than this; a signature is smaller. */
const FITS = { photos: [250, 190], signature: [180, 70] } as const;

const rule = (width: number, color: string) => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: color }],
});

/** Hairlines between rows, and one that is darker below the head. */
const HAIRLINES = {
  hLineWidth: (i: number, node: { table: { body: unknown[] } }) =>
    i > 0 && i < node.table.body.length ? 0.5 : 0,
  vLineWidth: () => 0,
  hLineColor: (i: number) => (i === 1 ? GREY : LINE),
  paddingLeft: (i: number) => (i === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};
const PAIRS = { ...HAIRLINES, hLineWidth: () => 0, paddingTop: () => 2, paddingBottom: () => 2 };

function factsOf(rows: readonly (readonly [string, string])[]): object {
  const body = rows.map(([name, text]) => [{ text: name, color: GREY }, text]);
  return { layout: PAIRS, table: { widths: [130, '*'], body } };
}

/** Points that the columns of figures share out where there are several. */
const WIDE_TABLE = 460;

function tableOf({ head, rows }: Extract<PdfBlock, { kind: 'table' }>): object {
  const width = head.length > 2 ? WIDE_TABLE / head.length : 110;
  const figures = (texts: readonly string[], look: object = {}) =>
    texts.map((text, column) => ({ text, ...look, ...(column > 0 && { alignment: 'right' }) }));
  return {
    layout: HAIRLINES,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: head.map((_, column) => (column === 0 ? '*' : width)),
      body: [figures(head, { color: GREY }), ...rows.map((row) => figures(row))],
    },
  };
}

/** Pictures in pairs with their captions; the heading stays with the first of them. */
function picturesOf({ pictures, of }: Extract<PdfBlock, { kind: 'pictures' }>, title: object[]): object[] {
  const shown = pictures.map(({ caption, ...picture }) => ({
    stack: [
      { image: urlOf(picture), fit: FITS[of] },
      ...(of === 'signature' ? [rule(FITS.signature[0], LINE)] : []),
      { text: caption, fontSize: 8, color: GREY, margin: [0, 3, 0, 8] },
    ],
  }));
  const [first, ...rest] = inPairs(shown).map((columns) => ({ columns, columnGap: 12, unbreakable: true }));
  return first ? [{ stack: [...title, first], unbreakable: true }, ...rest] : [];
}

function blockOf(block: PdfBlock): object[] {
  const title = block.title === '' ? [] : [{ text: block.title, ...HEAD }];
  if (block.kind === 'pictures') return picturesOf(block, title);
  if (block.kind === 'text') return [...title, { text: block.text, lineHeight: 1.15 }];
  return [...title, block.kind === 'facts' ? factsOf(block.rows) : tableOf(block)];
}

/** A page of text, facts, tables and pictures as pdfmake lays it out: upright. */
export function layoutOfDocument({ title, dated, above, logo, blocks, page_of }: PdfDocument): object {
  const small = { fontSize: 8, color: GREY };
  const page = (of: number, pages: number) =>
    page_of.replace('{page}', String(of)).replace('{pages}', String(pages));
  return {
    pageSize: 'A4',
    pageMargins: [EDGE, 40, EDGE, 48],
    info: { title, creationDate: dated },
    defaultStyle: { font: 'Roboto', fontSize: 9.5 },
    footer: (of: number, pages: number) => ({
      margin: [EDGE, 14, EDGE, 0],
      columns: [
        { text: [title, ...above].join(' · '), ...small },
        { text: page(of, pages), alignment: 'right', width: 90, ...small },
      ],
    }),
    content: [
      besideLogo(
        [
          ...above.map((text) => ({ text, fontSize: 11, bold: true, color: GREY, margin: [0, 0, 0, 2] })),
          { text: title, fontSize: 18, bold: true, margin: [0, 2, 0, 6] },
        ],
        logo,
      ),
      { ...rule(595.28 - 2 * EDGE, GREY), margin: [0, 0, 0, 8] },
      ...blocks.flatMap(blockOf),
    ],
  };
}
