import type { Page } from 'playwright-core';
import type { AvailabilityClass, CauseKind } from '../../src/features/downtimes/causes.model.ts';
import { heading, press, type Screen } from './screen.ts';

const word = (id: number, name: string, description: string) => ({ id, name, description, version: 1 });
const DELETED = { ...word(9, 'Collaudo', ''), deleted_at: '2026-06-02T08:30:00.000Z' };
const pageOf = (row: object) => ({ count: 1, next: null, previous: null, results: [row] });

const MARTA = { id: 1, name: 'Marta Rinaldi' };
const done = (id: number, what: string, at: string, rest: object = {}) => ({
  id,
  at,
  actor: MARTA,
  what,
  fields: [],
  changes: [],
  ...rest,
});
const HISTORY = {
  count: 5,
  next: null,
  previous: null,
  results: [
    done(5, 'changed', '2026-06-11T15:04:00.000Z', { fields: ['name', 'description'] }),
    done(4, 'restored', '2026-06-02T08:31:00.000Z'),
    done(3, 'removed', '2026-06-02T08:30:00.000Z', { actor: { id: 4, name: 'Luca Bianchi' } }),
    done(2, 'changed', '2026-03-20T10:12:00.000Z', { fields: ['description'], actor: null }),
    done(1, 'created', '2026-03-20T10:11:00.000Z'),
  ],
};

/** What a cause of downtimes has beside its name. */
const causeOf = (kind: CauseKind, availability: AvailabilityClass) => ({
  kind,
  availability,
  retired: false,
});

/** The screens of a list that a company keeps for itself: full, empty, its form, its question and its bin. */
function screensOf(
  name: string,
  rows: readonly (ReturnType<typeof word> & { retired: boolean })[],
  deletedRow: object,
): Screen[] {
  const path = `/apps/asset/${name}`;
  const call = `**/api/v1/${name}/`;
  const prepare = async (page: Page) => {
    await page.route(call, (route) => route.fulfill({ json: rows }));
    await page.route(`**/api/v1/${name}-bin/**`, (route) => route.fulfill({ json: pageOf(deletedRow) }));
    await page.route(`**/api/v1/${name}/*/history/**`, (route) => route.fulfill({ json: HISTORY }));
  };
  const first = rows[0]?.name ?? '';
  const full = { path, signedIn: true, prepare };
  const ready = (page: Page) => page.getByText(first).first().waitFor();
  const action = (verbs: string) => (page: Page) => press(page, new RegExp(`^(${verbs}) ${first}`));
  const add = /^(Aggiungi|Add) /;
  const reaches = [add, new RegExp(`^(Modifica|Edit) ${first}`), new RegExp(`^(Elimina|Delete) ${first}`)];
  const deleted = (page: Page) => page.getByText('Collaudo').first().waitFor();
  return [
    { ...full, name, ready, keyboard: { reaches, stops: 50 } },
    { name: `${name}-states`, path, signedIn: true, ready: heading, stub: { call, empty: [] } },
    { ...full, name: `${name}-edit`, ready, act: action('Modifica|Edit') },
    {
      ...full,
      name: `${name}-fault`,
      ready,
      act: async (page) => {
        await action('Modifica|Edit')(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').first().fill('');
        await dialog.getByRole('button', { name: /^(Salva|Save)$/ }).click();
        await dialog.getByText(/^(obbligatorio|required)$/).waitFor();
      },
    },
    {
      ...full,
      name: `${name}-history`,
      ready,
      act: async (page) => {
        await action('Cronologia di|History of')(page);
        await page
          .getByRole('dialog')
          .getByText(/Luca Bianchi/)
          .waitFor();
      },
    },
    { ...full, name: `${name}-remove`, ready, act: action('Elimina|Delete') },
    { ...full, name: `${name}-bin`, path: `${path}?view=bin`, ready: deleted },
    {
      ...full,
      name: `${name}-purge`,
      path: `${path}?view=bin`,
      ready: deleted,
      act: (page) => press(page, /^(Elimina definitivamente|Delete permanently): Collaudo/),
    },
  ];
}

export const COMPANY_LISTS_SCREENS: readonly Screen[] = [
  ...screensOf(
    'maintenance-types',
    [
      { ...word(1, 'Manutenzione ordinaria', "Programmata, due volte l'anno."), retired: false },
      { ...word(2, 'Lavaggio moduli', ''), retired: true },
    ],
    { ...DELETED, retired: false },
  ),
  ...screensOf(
    'downtime-causes',
    [
      { ...word(1, 'Mancanza rete', 'Interruzione del distributore.'), ...causeOf('grid', 'excluded') },
      { ...word(2, 'Guasto inverter', ''), ...causeOf('inverter', 'unavailable') },
    ],
    { ...DELETED, ...causeOf('other', 'unavailable') },
  ),
];
