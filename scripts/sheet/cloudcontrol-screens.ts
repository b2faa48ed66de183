import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const AT = '/apps/cloudcontrol';
const CALLS = '**/cloudcontrol/v1/{variable-names,variable-groups,categories,tags}/';
const row = (words: RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const inDialog = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name }).click();

const tag = (id: number, name: string, colour: string, description: string, devices: number) => ({
  id,
  name,
  colour,
  description,
  devices,
  version: 1,
});
const TAGS = [
  tag(
    1,
    'Garanzia fino al 2028',
    '#0E8F82',
    'Coperti dal produttore: nessun intervento senza il suo consenso.',
    24,
  ),
  tag(2, 'Giro di Ferrero', '#9B4FD0', '', 6),
  tag(3, 'Da sostituire', '', 'Schede di prima generazione, senza ricambi sul mercato.', 0),
  tag(4, 'Rivamonte-consorzio-dei-comuni-montani', '#0E7490', 'Convenzione 2024, allegato B', 112),
];
const answerTags = (page: Page) =>
  page.route('**/cloudcontrol/v1/tags/', (route) => route.fulfill({ json: TAGS }));

/** Somebody else saved the same group a moment before. */
const conflict = (page: Page) =>
  page.route('**/cloudcontrol/v1/variable-groups/*/', (route) =>
    route.fulfill({
      status: 409,
      json: {
        status: 409,
        code: 'conflict',
        detail: '',
        stored: {
          id: 1,
          name: 'power',
          label_en: 'Power and energy',
          label_it: 'Potenza ed energia',
          colour: '#9B4FD0',
          position: 1,
          version: 7,
        },
      },
    }),
  );

/** The screens of the company's own words. */
export const CLOUDCONTROL_SCREENS: readonly Screen[] = [
  {
    name: 'variable-names',
    path: `${AT}/variable-names`,
    signedIn: true,
    ready: row(/ac_power_kw/),
    stub: { call: CALLS, empty: [] },
  },
  {
    name: 'variable-names-edit',
    path: `${AT}/variable-names`,
    signedIn: true,
    ready: row(/ac_power_kw/),
    act: (page) => press(page, /^(Modifica|Edit) (Potenza AC|AC power)$/),
  },
  {
    name: 'variable-names-create',
    path: `${AT}/variable-names`,
    signedIn: true,
    ready: row(/ac_power_kw/),
    act: async (page) => {
      await press(page, /^(Aggiungi un nome|Add a variable name)$/);
      await page.getByLabel(/^(Etichetta in inglese|Label in English)$/).fill('Cabinet fans');
      await page
        .getByRole('dialog')
        .getByLabel(/^(Colore|Colour)$/)
        .fill('#FFE100');
      await inDialog(page, /^(Salva|Save)$/);
    },
  },
  {
    name: 'variable-names-remove',
    path: `${AT}/variable-names`,
    signedIn: true,
    ready: row(/ac_power_kw/),
    act: (page) => press(page, /^(Elimina|Delete) (Potenza AC|AC power)$/),
  },
  {
    name: 'variable-groups',
    path: `${AT}/variable-groups`,
    signedIn: true,
    ready: row(/^weather$/),
    stub: { call: CALLS, empty: [] },
  },
  {
    name: 'variable-groups-conflict',
    path: `${AT}/variable-groups`,
    signedIn: true,
    prepare: conflict,
    ready: row(/^weather$/),
    act: async (page) => {
      await press(page, /^(Modifica|Edit) (Potenza|Power)$/);
      await page.getByLabel(/^(Etichetta in italiano|Label in Italian)$/).fill('Potenze');
      await inDialog(page, /^(Salva|Save)$/);
    },
  },
  {
    name: 'categories',
    path: `${AT}/categories`,
    signedIn: true,
    ready: row(/^string_box$/),
    stub: { call: CALLS, empty: [] },
  },
  {
    name: 'categories-edit',
    path: `${AT}/categories`,
    signedIn: true,
    ready: row(/^string_box$/),
    act: (page) => press(page, /^(Modifica|Edit) Inverter$/),
  },
  {
    name: 'tags',
    path: `${AT}/tags`,
    signedIn: true,
    prepare: answerTags,
    ready: row(/2028/),
  },
  {
    name: 'tags-states',
    path: `${AT}/tags`,
    signedIn: true,
    ready: heading,
    stub: { call: CALLS, empty: [] },
  },
  {
    name: 'tags-edit',
    path: `${AT}/tags`,
    signedIn: true,
    prepare: answerTags,
    ready: row(/2028/),
    act: (page) => press(page, /^(Modifica|Edit) Garanzia/),
  },
  {
    name: 'tags-remove',
    path: `${AT}/tags`,
    signedIn: true,
    prepare: answerTags,
    ready: row(/2028/),
    act: (page) => press(page, /^(Elimina|Delete) Garanzia/),
  },
];
