import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { makeAlarm } from '../tests/e2e/support/alarms.ts';
import { makeCharted } from '../tests/e2e/support/charted.ts';
import { makeLivePlants } from '../tests/e2e/support/field.ts';
import { fillSignIn, type Stage, startStage } from '../tests/e2e/support/portal.ts';
import { makeCompany, makeUser, type TestUser } from '../tests/support/app.ts';
import { ms, percentilesOfTimed } from './timing.ts';

const PLANTS = 200;
const WARM_RUNS = 2;

/** What the ten commonest actions are done with. */
interface Field {
  stage: Stage;
  user: TestUser;
  device: number;
  /** Alarms that nobody has acknowledged yet. */
  alarms: number[];
}

interface Interaction {
  what: string;
  /** Leads to where the action begins; not timed. */
  from: (page: Page, field: Field) => Promise<unknown>;
  /** From the press to what the user waits for. */
  act: (page: Page) => Promise<unknown>;
  /** With a profile that is not signed in. */
  anew?: true;
}

let counter = 0;
const answer = (page: Page, part: string) =>
  page.waitForResponse((response) => response.url().includes(part));
const canvas = (page: Page) => page.locator('canvas').first().waitFor();
const save = (page: Page, form: string) =>
  page.getByRole('form', { name: form }).getByRole('button', { name: 'Salva', exact: true });
const rows = (page: Page) =>
  page
    .getByRole('row', { name: /Impianto P-/ })
    .first()
    .waitFor();
const openDashboard = async (page: Page) => {
  await page.goto('/apps/asset');
  await page.locator('[data-plant-card]').first().waitFor();
};
const openAlarms = async (page: Page) => {
  await page.goto('/apps/asset/alarms?by=alarm');
  await rows(page);
};

/** Named in docs/adr/0050 before they were measured. */
const INTERACTIONS: readonly Interaction[] = [
  {
    what: 'sign in until the dashboard is shown',
    anew: true,
    from: async (page, { user }) => {
      await page.goto('/login?next=/apps/asset');
      await page.getByRole('textbox', { name: 'Email' }).waitFor();
      await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
    },
    act: async (page) => {
      await page.locator('[data-plant-card]').first().waitFor();
    },
  },
  {
    what: 'filter the dashboard by a state',
    from: async (page) => {
      await openDashboard(page);
      await page.locator('[data-plant-card="P-199"]').waitFor();
    },
    act: async (page) => {
      const chips = page.getByRole('group', { name: 'Filtra per stato' }).getByRole('button');
      await chips.filter({ hasText: /^Allarme/ }).click();
      await page.locator('[data-plant-card="P-199"]').waitFor({ state: 'detached' });
    },
  },
  {
    what: 'open a plant',
    from: async (page) => {
      await openDashboard(page);
      await page.getByRole('textbox', { name: /Cerca/ }).fill('Parco Nord');
      await page.locator('[data-plant-card="NORD"]').waitFor();
    },
    act: async (page) => {
      await page.locator('[data-plant-card="NORD"]').click();
      await page.getByRole('heading', { level: 1, name: 'Parco Nord' }).waitFor();
      await canvas(page);
    },
  },
  {
    what: 'show a week in its chart',
    from: async (page) => {
      await page.goto('/apps/asset/plants/NORD');
      await canvas(page);
    },
    act: async (page) => {
      const answered = answer(page, '/chart-');
      await page.getByRole('radiogroup', { name: 'Periodo' }).getByText('Settimana', { exact: true }).click();
      await answered;
      await canvas(page);
    },
  },
  {
    what: 'open the list of alarms',
    from: openDashboard,
    act: async (page) => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Allarmi/ })
        .first()
        .click();
      await rows(page);
    },
  },
  {
    what: 'acknowledge an alarm',
    from: async (page, { alarms }) => {
      await page.goto(`/apps/asset/alarms?alarm=${alarms.pop() ?? 0}`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Riconosci|Prendi in carico)$/ })
        .waitFor();
    },
    act: async (page) => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Riconosci|Prendi in carico)$/ })
        .click();
      await page
        .getByText(/hai riconosciuto l'allarme|ha preso in carico/)
        .first()
        .waitFor();
    },
  },
  {
    what: 'open a device',
    from: async (page) => {
      await page.goto('/apps/cloudcontrol');
      await page.getByRole('link', { name: 'METEO' }).waitFor();
    },
    act: async (page) => {
      await page.getByRole('link', { name: 'METEO' }).click();
      await page.getByRole('button', { name: /^Modifica Irra/ }).waitFor();
    },
  },
  {
    what: 'save a changed variable',
    from: async (page, { device }) => {
      await page.goto(`/apps/cloudcontrol/devices/${device}?tab=variables`);
      await page.getByRole('button', { name: /^Modifica Irra/ }).click();
      counter += 1;
      await page.getByRole('form').getByRole('textbox', { name: 'Offset' }).fill(String(counter));
    },
    act: async (page) => {
      await page.getByRole('form').getByRole('button', { name: 'Salva', exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^Offset: .*, ${counter}: modifica$`) }).waitFor();
    },
  },
  {
    what: "save a plant's form",
    from: async (page) => {
      await page.goto('/apps/asset/plants/SUD/edit');
      counter += 1;
      await page
        .getByRole('form')
        .getByLabel('Potenza nominale')
        .fill(String(100 + counter));
    },
    act: async (page) => {
      await save(page, 'Modifica impianto').click();
      await page
        .getByText(/salvat/i)
        .first()
        .waitFor();
    },
  },
  {
    what: 'export the alarms as CSV',
    from: openAlarms,
    act: async (page) => {
      await page.getByRole('button', { name: 'Esporta' }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'File CSV' }).click();
      await (await file).path();
    },
  },
];

async function makeField(): Promise<Field> {
  const stage = await startStage();
  const company = await makeCompany(stage.pool, 'Aurora Energia');
  const made = await makeCharted(stage, company);
  const plants = Array.from({ length: PLANTS }, (_, i) => ({
    code: `P-${String(i).padStart(3, '0')}`,
    power_kw: 10 + i,
    error: i % 20 === 0,
  }));
  const ids = await makeLivePlants(stage.pool, company, plants);
  const device = made.devices.get('NORD/METEO') ?? 0;
  const alarms: number[] = [];
  for (const plant_id of ids.values()) {
    const date = new Date(Date.now() - (alarms.length + 1) * 60_000);
    alarms.push(await makeAlarm(stage.pool, company, { plant_id, code: 'no_data', date }));
  }
  // The zones of noon are none that the form offers.
  await stage.arrange("update plant set time_zone = 'Europe/Rome'");
  const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  return { stage, user, device, alarms };
}

async function timed({ from, act, anew }: Interaction, field: Field): Promise<number> {
  const { page, close } = await field.stage.open({}, anew ? undefined : field.user);
  try {
    await from(page, field);
    const pressed = performance.now();
    if (anew) await fillSignIn(page, field.user);
    await act(page);
    return performance.now() - pressed;
  } finally {
    await close();
  }
}

/**
 * Times the ten commonest actions in a browser, each run in a fresh profile. --only takes those whose name contains it,
 * --runs says how often each is timed.
 */
async function main(): Promise<void> {
  const options = { only: { type: 'string', default: '' }, runs: { type: 'string', default: '15' } } as const;
  const { only, runs } = parseArgs({ options }).values;
  const field = await makeField();
  try {
    for (const interaction of INTERACTIONS) {
      if (!interaction.what.includes(only)) continue;
      const times = await percentilesOfTimed(Number(runs), () => timed(interaction, field), WARM_RUNS);
      console.log(`interaction  ${interaction.what}: p50 ${ms(times.p50_ms)}, p95 ${ms(times.p95_ms)}`);
    }
  } finally {
    await field.stage.close();
  }
  process.exit(0);
}

await main();
