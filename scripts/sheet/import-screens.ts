import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const chart = (page: Page) => page.locator('canvas').first().waitFor();
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();

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

/** Where imports begin, and a load curve on its way in. */
export const IMPORT_SCREENS: readonly Screen[] = [
  {
    name: 'import-begin',
    path: `/apps/asset/plants/${SHOWN_PLANT}`,
    signedIn: true,
    prepare: (page) => page.route('**/api/v1/imports/?*', (route) => route.fulfill({ json: EARLIER })),
    ready: chart,
    act: async (page) => {
      await press(page, /(Importa|Import) .*INV1$/);
      await page.getByText('marzo.xlsx').waitFor();
    },
  },
  {
    name: 'import-load-curve',
    path: `/apps/asset/plants/${SHOWN_PLANT}`,
    signedIn: true,
    ready: chart,
    act: async (page) => {
      await press(page, /(Importa|Import) .*INV1$/);
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({
          name: 'curva_di_carico.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`Data;Ora;Energia immessa [kWh]\n${CURVE.join('\n')}\n`),
        });
      await page.getByRole('button', { name: /^(Importa|Import) \d/ }).waitFor();
    },
  },
];
