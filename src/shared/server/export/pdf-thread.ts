import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { PdfTable } from './pdf-table.ts';

/** A thread that makes one PDF and ends. */

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});
// Nothing of a table is fetched from anywhere: no file but the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

const PAGE_WIDTH = 841.89 - 2 * 28;

function definitionOf({ title, lines, head, widths, numeric, rows, page_of }: PdfTable): object {
  const sum = widths.reduce((all, one) => all + one, 0);
  const cell = (text: string, i: number) => ({ text, alignment: numeric[i] ? 'right' : 'left' });
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [28, 32, 28, 36],
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: 7.5 },
    footer: (page: number, pages: number) => ({
      text: page_of.replace('{page}', String(page)).replace('{pages}', String(pages)),
      alignment: 'right',
      margin: [28, 12, 28, 0],
    }),
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

parentPort?.postMessage(await pdfmake.createPdf(definitionOf(workerData as PdfTable)).getBuffer());
