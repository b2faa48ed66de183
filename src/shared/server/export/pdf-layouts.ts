import type { PdfBlock, PdfDocument } from './pdf-document.ts';
import type { PdfTable } from './pdf-table.ts';

const footerOf = (page_of: string) => (page: number, pages: number) => ({
  text: page_of.replace('{page}', String(page)).replace('{pages}', String(pages)),
  alignment: 'right',
  margin: [28, 12, 28, 0],
});

const PAGE_WIDTH = 841.89 - 2 * 28;

/** A table as pdfmake lays it out: landscape. */
export function layoutOfTable({ title, lines, head, widths, numeric, rows, page_of }: PdfTable): object {
  const sum = widths.reduce((all, one) => all + one, 0);
  const cell = (text: string, i: number) => ({ text, alignment: numeric[i] ? 'right' : 'left' });
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [28, 32, 28, 36],
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: 7.5 },
    footer: footerOf(page_of),
    content: [
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
      ...lines.map((text) => ({ text, margin: [0, 0, 0, 2] })),
      {
        margin: [0, 6, 0, 0],
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: widths.map((width) => (width / sum) * (PAGE_WIDTH - widths.length * 8.5)),
          body: [
            head.map((text, i) => ({ ...cell(text, i), bold: true })),
            ...rows.map((row) => row.map(cell)),
          ],
        },
      },
    ],
  };
}

const HEAD = { fontSize: 11, bold: true, margin: [0, 10, 0, 4] };
/** Pictures stand two in a row, none higher than this. */
const PICTURE = { fit: [245, 200] };
const inPairs = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / 2) }, (_, i) => list.slice(2 * i, 2 * i + 2));
const urlOf = ({ type, base64 }: { type: string; base64: string }): string => `data:${type};base64,${base64}`;

function blockOf(block: PdfBlock): object[] {
  const title = block.title === '' ? [] : [{ text: block.title, ...HEAD }];
  if (block.kind === 'text') return [...title, { text: block.text }];
  if (block.kind === 'facts')
    return [
      ...title,
      {
        layout: 'noBorders',
        table: {
          widths: [130, '*'],
          body: block.rows.map(([name, text]) => [{ text: name, bold: true }, text]),
        },
      },
    ];
  if (block.kind === 'table')
    return [
      ...title,
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          widths: ['*', 'auto'],
          body: [
            block.head.map((text) => ({ text, bold: true })),
            ...block.rows.map(([name, figure]) => [name, { text: figure, alignment: 'right' }]),
          ],
        },
      },
    ];
  const pictures = block.pictures.map(({ caption, ...picture }) => ({
    stack: [
      { image: urlOf(picture), ...PICTURE },
      { text: caption, fontSize: 7.5, margin: [0, 2, 0, 8] },
    ],
  }));
  return [...title, ...inPairs(pictures).map((columns) => ({ columns, columnGap: 10, unbreakable: true }))];
}

/** A page of text, facts, tables and pictures as pdfmake lays it out: upright. */
export function layoutOfDocument({ title, dated, above, blocks, page_of }: PdfDocument): object {
  return {
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 44],
    info: { title, creationDate: dated },
    defaultStyle: { font: 'Roboto', fontSize: 9.5 },
    footer: footerOf(page_of),
    content: [
      ...above.map((text) => ({ text, color: '#555555', margin: [0, 0, 0, 2] })),
      { text: title, fontSize: 16, bold: true, margin: [0, 4, 0, 6] },
      ...blocks.flatMap(blockOf),
    ],
  };
}
