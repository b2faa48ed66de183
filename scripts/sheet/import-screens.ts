import { writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { chart, press, type Screen } from './screen.ts';

/** A day of a data logger, with three rows that cannot be read. */
const DAY = Array.from({ length: 96 }, (_, i) => {
  const clock = `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`;
  const watts =
    i > 70 && i < 74 ? 'guasto' : String(Math.round(Math.max(0, Math.sin(((i - 24) / 48) * Math.PI)) * 4200));
  return `12/05/2025 ${clock};${watts},5;${20 + (i % 10)},2`;
});

/** A quarter of an hour in each row, as a meter writes what was made in it, with its end as the time. */
const CURVE = Array.from({ length: 96 }, (_, i) => {
  const minutes = (i + 1) * 15;
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const kwh = Math.max(0, Math.sin(((i - 24) / 48) * Math.PI)) * 11;
  return `12/05/2025;${clock};${kwh.toFixed(3).replace('.', ',')}`;
});

const earlier = (id: number, state: string, fault: object | null, detail: object) => ({
  id,
  kind: 'import',
  proj_code: SHOWN_PLANT,
  state,
  done: 0,
  total: 0,
  message: '',
  fault,
  detail,
  created_at: `2026-06-1${id}T08:12:00.000Z`,
  updated_at: `2026-06-1${id}T08:14:00.000Z`,
});
const EARLIER = [
  earlier(7, 'done', null, {
    file_name: 'datalogger_maggio.csv',
    short_name: 'INV1',
    stored: 8634,
    bad_rows: 2,
    bad: [
      { row: 32, column: null, reason: 'bad_time' },
      { row: 41, column: 'Potenza AC [W]', reason: 'bad_number' },
    ],
  }),
  earlier(5, 'failed', { code: 'interrupted', params: {} }, { file_name: 'aprile.csv', short_name: 'INV2' }),
  earlier(3, 'done', null, { file_name: 'marzo.xlsx', short_name: 'INV1', stored: 1, bad_rows: 0, bad: [] }),
];

/** Opens the import of a device and gives it a file. */
const give = (name: string, content: () => Promise<Buffer>) => async (page: Page) => {
  await press(page, /(Importa|Import) .*INV1$/);
  const input = page.getByRole('dialog').locator('input[type=file]');
  await input.setInputFiles({ name, mimeType: 'text/csv', buffer: await content() });
  await page.getByRole('button', { name: /^(Importa|Import) \d/ }).waitFor();
};
const lines = (head: string, rows: readonly string[]) => async () =>
  Buffer.from(`${head}\n${rows.join('\n')}\n`);
const giveDay = give('datalogger_maggio.csv', lines('Data e ora;Potenza AC [W];Temp. modulo [°C]', DAY));

async function workbook(): Promise<Buffer> {
  const rows = DAY.slice(0, 40).map((line) => {
    const [time = '', power = '', temperature = ''] = line.split(';');
    const [day = '', month = '', rest = ''] = time.split('/');
    return [new Date(`${rest.slice(0, 4)}-${month}-${day}T${rest.slice(5)}Z`), power, temperature];
  });
  const head = ['Data e ora', 'Potenza AC [W]', 'Temp. modulo [°C]'];
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Copertina', rows: [['Relazione di maggio']] },
      { name: 'Maggio', rows: [['Esportazione del data logger'], [], head, ...rows] },
      { name: 'Giugno', rows: [head, ...rows] },
    ],
  });
  return Buffer.from(bytes);
}

const LEFT_OUT = [
  'Allarme',
  'Note',
  'Stato',
  'Temp. quadro',
  'Umidità',
  'Vento',
  'cos φ',
  'THD',
  'Ora solare',
];
const work = (state: string, done: number, detail: object) => ({
  ...earlier(9, state, null, { file_name: 'datalogger_maggio.csv', short_name: 'INV1', ...detail }),
  done,
  total: 8640,
});
const RUNNING = work('running', 5120, { phase: 'rows' });
const DONE = work('done', 8640, {
  phase: 'done',
  stored: 8634,
  bad_rows: 2,
  left_out: LEFT_OUT,
  days_left: 3,
  bad: [
    { row: 32, column: null, reason: 'bad_time' },
    { row: 41, column: 'Potenza AC [W]', reason: 'bad_number' },
  ],
});

/** An import of the day that has come so far. */
const imported = (name: string, answer: object): Screen => ({
  name,
  path: `/apps/asset/plants/${SHOWN_PLANT}`,
  signedIn: true,
  prepare: async (page) => {
    await page.route('**/api/v1/imports/*/run/', (route) => route.fulfill({ status: 202, json: answer }));
    await page.route('**/api/v1/progress/9/', (route) => route.fulfill({ json: answer }));
  },
  ready: chart,
  act: async (page) => {
    await giveDay(page);
    await press(page, /^(Importa|Import) \d/);
    await page.waitForTimeout(500);
  },
});
const onPlant = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path: `/apps/asset/plants/${SHOWN_PLANT}`,
  signedIn: true,
  ready: chart,
  act,
});

/** Where imports begin, files of several kinds on their way in, and what came of one. */
export const IMPORT_SCREENS: readonly Screen[] = [
  onPlant('import', giveDay),
  onPlant('import-workbook', give('Relazione maggio.xlsx', workbook)),
  onPlant('import-load-curve', give('curva_di_carico.csv', lines('Data;Ora;Energia immessa [kWh]', CURVE))),
  imported('import-running', RUNNING),
  imported('import-left-out', DONE),
  {
    ...onPlant('import-begin', async (page) => {
      await press(page, /(Importa|Import) .*INV1$/);
      await page.getByText('marzo.xlsx').waitFor();
    }),
    prepare: (page) => page.route('**/api/v1/imports/?*', (route) => route.fulfill({ json: EARLIER })),
  },
];
