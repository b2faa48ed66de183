import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { PdfDocument } from './pdf-document.ts';
import { layoutOfDocument, layoutOfTable } from './pdf-layouts.ts';
import type { PdfTable } from './pdf-table.ts';
import type { Printed } from './print-thread.ts';

/** A thread that makes one PDF and ends. */

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});
// Nothing is fetched from anywhere: no file but the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

const printed = workerData as Printed<PdfTable, PdfDocument>;
const layout = 'table' in printed ? layoutOfTable(printed.table) : layoutOfDocument(printed.document);
parentPort?.postMessage(await pdfmake.createPdf(layout).getBuffer());
