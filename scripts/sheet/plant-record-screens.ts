import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { press, type Screen } from './screen.ts';

const path = `/apps/asset/plants/${SHOWN_PLANT}/record`;
const SECTIONS = '**/api/v1/plant-sections/?*';
const section = (position: number, name: string, rest: object) => ({
  id: position + 1,
  proj_code: SHOWN_PLANT,
  name,
  position,
  version: 1,
  tilt_deg: 12,
  azimuth_deg: 165,
  kw_peak: 480,
  losses_percent: 3,
  devices: 4,
  ...rest,
});
const ROWS = [
  section(0, 'Campo est', {}),
  section(1, 'Campo ovest', { azimuth_deg: 195, kw_peak: 500.5 }),
  section(2, 'Pensilina', { tilt_deg: 5, azimuth_deg: null, kw_peak: 22, losses_percent: null, devices: 0 }),
];
const DOCUMENTS = '**/api/v1/plant-documents/?*';
const document = (id: number, title: string, kind: string, rest: object = {}) => ({
  id,
  proj_code: SHOWN_PLANT,
  title,
  kind,
  file_name: `${id}.pdf`,
  size_bytes: 412_000,
  version: 1,
  author: { user_id: 1, name: 'Marta Rinaldi' },
  created_at: '2026-03-02T09:12:00Z',
  ...rest,
});
const PAPERS = [
  document(9, 'Verbale di collaudo della cabina di trasformazione MT/BT e delle protezioni', 'test_report', {
    size_bytes: 18_400_000,
    author: { user_id: null, name: null },
  }),
  document(8, 'Schema unifilare', 'scheme'),
  document(7, 'Contratto O&M 2024–2026', 'contract', { size_bytes: 1_240_000 }),
];
const EMPTY = {
  proj_code: SHOWN_PLANT,
  pod: '',
  gaudi_code: '',
  gse_code: '',
  market_zone: '',
  owner_name: '',
  address: '',
  notes: '',
  connected_on: null,
  entered_operation_on: null,
  incentive_until: null,
  version: 0,
  contracts: [],
  contacts: [],
  insurances: [],
  warranties: [],
};
const DATA = {
  ...EMPTY,
  pod: 'IT001E12345678',
  gaudi_code: 'IM_0123456',
  gse_code: 'GSE-00812',
  market_zone: 'SUD',
  owner_name: 'Aurora Energia S.r.l.',
  address: 'Contrada Serra, 71122 Foggia',
  connected_on: '2019-04-12',
  entered_operation_on: '2019-05-04',
  incentive_until: '2039-05-03',
  version: 3,
  contracts: [
    { kind: 'O&M', party: 'Solmec Servizi', number: '12/A', begins: '2024-01-01', until: '2026-12-31' },
    { kind: 'Ritiro dedicato', party: 'GSE', number: 'RID 55120', begins: '2019-05-04', until: null },
  ],
  contacts: [
    {
      role: 'Reperibilità',
      name: 'Marta Rinaldi',
      phone: '+39 333 1234567',
      email: 'marta.rinaldi@example.it',
    },
  ],
  insurances: [{ insurer: 'Assicura', policy: 'P-4471', begins: '2026-01-01', until: '2026-12-31' }],
  warranties: [{ what: 'Moduli, resa lineare', maker: 'Solaria', until: '2044-04-12' }],
};

const prepareAround = async (page: Page) => {
  await page.route(SECTIONS, (route) => route.fulfill({ json: ROWS }));
  await page.route('**/api/v1/anagrafica/?*', (route) => route.fulfill({ json: DATA }));
};
const prepare = async (page: Page) => {
  await prepareAround(page);
  await page.route(DOCUMENTS, (route) => route.fulfill({ json: PAPERS }));
};
const ready = (page: Page) => page.getByRole('textbox', { name: 'POD' }).waitFor();
const staged = { path, signedIn: true, prepare, ready };
const full = { ...staged, long: true };

/** A plant's sections, documents and master data: full, without any, a section being changed, one that holds devices, a fault. */
export const PLANT_RECORD_SCREENS: readonly Screen[] = [
  {
    ...full,
    name: 'plant-record',
    keyboard: {
      reaches: [
        /^(Aggiungi sezione|Add section)$/,
        /^(Modifica|Edit) Campo est/,
        /^(Aggiungi documento|Add document)$/,
        /^(Apri|Open) Schema/,
        /^POD$/,
      ],
      stops: 80,
    },
  },
  {
    name: 'plant-record-none',
    path,
    signedIn: true,
    prepare: async (page) => {
      await page.route('**/api/v1/anagrafica/?*', (route) => route.fulfill({ json: EMPTY }));
      await page.route(DOCUMENTS, (route) => route.fulfill({ json: [] }));
    },
    ready,
    stub: { call: SECTIONS, empty: [] },
  },
  { ...full, name: 'plant-record-edit', act: (page) => press(page, /^(Modifica|Edit) Campo est/) },
  {
    ...staged,
    name: 'plant-record-add-document',
    act: (page) => press(page, /^(Aggiungi documento|Add document)$/),
  },
  {
    name: 'plant-record-documents',
    path,
    signedIn: true,
    prepare: prepareAround,
    ready,
    stub: { call: DOCUMENTS, empty: [] },
  },
  {
    ...staged,
    name: 'plant-record-document',
    prepare: async (page) => {
      await prepare(page);
      await page.route('**/api/v1/file_bucket/?*', (route) =>
        route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
      );
    },
    act: (page) => press(page, /^(Apri|Open) Schema/),
  },
  {
    ...full,
    name: 'plant-record-fault',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'POD' }).fill('12345');
      await press(page, /^(Salva|Save)$/);
      await page
        .getByText(/IT001E12345678$/)
        .first()
        .waitFor();
    },
  },
];
