import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { endAlarm, makeAlarm, tellOfAlarms } from './support/alarms.ts';
import { type Charted, makeCharted } from './support/charted.ts';
import { comesTo, reaches, reads, type Stage, startStage } from './support/portal.ts';

const PATH = '/apps/asset/alarms';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the page of alarms', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  interface Field extends Charted {
    company: Scope;
    owner: TestUser;
  }
  /** A company of its own for each story: they close and mute what others would look for. */
  async function field(): Promise<Field> {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    return { company, owner, ...(await makeCharted(stage, company)) };
  }
  const inverter = ({ plants, devices }: Charted, code = 'NORD') => ({
    plant_id: plants.get(code) ?? 0,
    device_id: devices.get(`${code}/INV1`) ?? 0,
  });
  const evidence = ({ devices }: Charted) => ({
    start: minutesAgo(180).toISOString(),
    end: new Date().toISOString(),
    series: ['INV1', 'INV2'].map((short_name, i) => ({
      device_id: devices.get(`NORD/${short_name}`),
      short_name,
      variable: 'ac_power_kw',
      role: i === 0 ? 'subject' : 'sibling',
    })),
    figures: [{ code: 'deficit_pct', value: 22.4, limit: 15, unit: '%' }],
    readings: [
      {
        device_id: devices.get('NORD/INV1'),
        short_name: 'INV1',
        variable: 'ac_power_kw',
        at: minutesAgo(5).toISOString(),
        value: 61.5,
        unit: 'kW',
      },
    ],
  });
  const rows = (page: Page) => page.getByRole('rowheader');
  const settle = (page: Page, count: number) =>
    reaches(async () => (await rows(page).count()) === count).then((held) =>
      assert.ok(held, `there should be ${count} rows`),
    );
  const searchOf = (page: Page) => new URL(page.url()).searchParams;

  it('is worked on: seen, given to somebody, commented, each of it told in its history', async () => {
    const made = await field();
    const id = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'under_expectation',
      date: minutesAgo(90),
      count: 3,
      last_at: minutesAgo(12),
      evidence: evidence(made),
    });
    const { page, faults } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?by=alarm`);
    const link = page.getByRole('link', { name: 'Produzione sotto le attese: INV1' });
    // Beside its link.
    await page
      .getByRole('row')
      .filter({ has: link })
      .click({ position: { x: 400, y: 3 } });
    const drawer = page.getByRole('dialog', { name: 'Allarme' });
    const focused = page.locator(':focus');
    await comesTo(() => focused.textContent(), 'Allarme');
    assert.equal(searchOf(page).get('alarm'), String(id));
    await drawer.getByText(/^3 volte, l'ultima /).waitFor();
    await drawer.getByText('limite 15 %').waitFor();
    await drawer.locator('canvas').first().waitFor();
    await drawer.getByRole('button', { name: 'Riconosci' }).click();
    await drawer.getByText("hai riconosciuto l'allarme").waitFor();
    await drawer.getByRole('button', { name: 'Assegna a me' }).click();
    await drawer.getByText(/^hai assegnato l'allarme a /).waitFor();
    await drawer.getByRole('button', { name: 'Commenta' }).click();
    await drawer.getByText('Prima scrivi un commento.').waitFor();
    await drawer.getByRole('textbox', { name: 'Commento' }).fill('Moduli sporchi:\nlavaggio ordinato.');
    await drawer.getByRole('button', { name: 'Commenta' }).click();
    await drawer.getByRole('region', { name: 'Cronologia' }).getByText('Moduli sporchi:').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    assert.equal(searchOf(page).get('alarm'), null);
    await comesTo(() => focused.textContent(), 'Produzione sotto le attese');
    // The list says so too, and finds it by it.
    await page.getByRole('row', { name: /riconosciuto/ }).waitFor();
    await page.goto(`${PATH}?by=alarm&assigned=nobody`);
    await page.getByText('Nessun risultato').waitFor();
    await page.getByRole('button', { name: 'Mostra tutto' }).click();
    await settle(page, 1);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('tells who comes second that somebody else has worked on it, and how it stands', async () => {
    const made = await field();
    const id = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'no_production',
      date: minutesAgo(40),
    });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?alarm=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Allarme' });
    const seenButton = drawer.getByRole('button', { name: 'Riconosci' });
    await seenButton.waitFor();
    await stage.arrange('update alarm set version = version + 1 where id = $1', [id]);
    await seenButton.click();
    await page.getByText(/qualcun altro ha modificato questo allarme/).waitFor();
    await seenButton.click();
    await drawer.getByText("hai riconosciuto l'allarme").waitFor();
  });

  it('shows what was changed of its device shortly before, and nothing older or later', async () => {
    const made = await field();
    const { device_id } = inverter(made);
    const headers = await signIn(stage, made.owner, made.company);
    const change = async (body: object) => {
      const url = `/cloudcontrol/v1/unitid/${device_id}/`;
      const answer = await stage.app.inject({ method: 'PATCH', url, headers, payload: body });
      assert.equal(answer.statusCode, 200, answer.body);
    };
    const newestWasMade = (at: Date) =>
      stage.arrange(
        `update configuration_version v set made_at = $3 where company_id = $1 and device_id = $2
         and number = (select max(number) from configuration_version where company_id = $1 and device_id = $2)`,
        [made.company.company_id, device_id, at],
      );
    await change({ model: 'Vecchio' });
    await newestWasMade(minutesAgo(3 * 24 * 60));
    await change({ model: 'Nuovo' });
    await newestWasMade(minutesAgo(100));
    await change({ model: 'Ultimo' });
    const id = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'under_expectation',
      date: minutesAgo(90),
      evidence: evidence(made),
    });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?alarm=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Allarme' });
    const changes = drawer.getByRole('region', { name: 'Modifiche alla configurazione nelle 24 ore prima' });
    await changes.getByText('Modello da Vecchio a Nuovo').waitFor();
    await comesTo(() => changes.getByRole('listitem').count(), 1);
    await changes.getByRole('link', { name: 'Tutte le versioni' }).click();
    await page.waitForURL((url) => url.pathname === `/apps/cloudcontrol/devices/${device_id}`);
    await page.getByRole('tab', { name: /^Versioni/, selected: true }).waitFor();
  });

  it('leads from the evidence to the chart of that time', async () => {
    const made = await field();
    const id = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'under_expectation',
      date: minutesAgo(90),
      evidence: evidence(made),
    });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?alarm=${id}`);
    await page.getByRole('link', { name: 'Apri in Grafici' }).click();
    await page.waitForURL(/\/apps\/asset\/charts\?/);
    const device = (name: string) => made.devices.get(`NORD/${name}`);
    const vars = `${device('INV1')}.ac_power_kw,${device('INV2')}.ac_power_kw`;
    assert.equal(searchOf(page).get('vars'), vars);
    assert.match(searchOf(page).get('date') ?? '', /^\d{4}-\d{2}-\d{2}$/);
    await page.locator('canvas').first().waitFor();
  });

  it('opens by its link, closed ones too, with what followed from them', async () => {
    const made = await field();
    const cause = await makeAlarm(stage.pool, made.company, {
      plant_id: made.plants.get('SUD') ?? 0,
      code: 'connection_lost',
      date: minutesAgo(400),
      end_date: minutesAgo(280),
    });
    await makeAlarm(stage.pool, made.company, {
      ...inverter(made, 'SUD'),
      code: 'device_silent',
      date: minutesAgo(395),
      end_date: minutesAgo(280),
      cause_id: cause,
    });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?company=${made.company.company_id}&view=closed&alarm=${cause}`);
    const drawer = page.getByRole('dialog', { name: 'Allarme' });
    await drawer.getByText('1 conseguenza').waitFor();
    await drawer.getByText('Chiuso dopo 2 h').waitFor();
    await drawer.getByRole('link', { name: /^Dispositivo non risponde/ }).click();
    await drawer.getByText('Conseguenza di').waitFor();
    await page.goBack();
    await drawer.getByText('1 conseguenza').waitFor();
    await page.keyboard.press('Escape');
    // What follows from another stands with it, not beside it.
    await settle(page, 1);
    await page.goto(`${PATH}?alarm=999999`);
    await page.getByText('Questo allarme non esiste').waitFor();
    await page.getByRole('button', { name: "Vai all'elenco" }).click();
    await page.getByText('Nessun allarme aperto').waitFor();
  });

  it('snoozes a plant in the three sentences of the specification', async () => {
    const made = await field();
    await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'string_weak',
      date: minutesAgo(60),
      params: { strings: '3, 7', n: 2, of: 12 },
    });
    // One in force, and more planned ones after it than a page of theirs would show.
    for (let week = 0; week < 7; week++)
      await stage.arrange(
        `insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message)
         values ($1, $2, now() + make_interval(weeks => $3, hours => -1), now() + make_interval(weeks => $3, hours => 1), $4)`,
        [made.company.company_id, made.plants.get('NORD'), week, `Works of week ${week}`],
      );
    const { page } = await stage.open({}, made.owner);
    await page.route('**/api/v1/alarm-snoozes/**', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(`/en${PATH}?by=alarm`);
    await page.getByText('strings 3, 7 (2 of 12)').waitFor();
    await page.getByRole('button', { name: /^More actions: Low string current/ }).click();
    await page.getByRole('menuitem', { name: 'Snooze Parco Nord…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze the alarms of Parco Nord' });
    // What would be replaced must have been seen.
    const again = dialog.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Snooze', exact: true }).isDisabled());
    await page.unroute('**/api/v1/alarm-snoozes/**');
    await again.click();
    await dialog.getByText(/“Works of week 0”/).waitFor();
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
    await dialog.getByText('Alarm not saved. Insert infos').waitFor();
    await dialog.getByRole('button', { name: '7 days' }).click();
    await dialog.getByText(/^until \w+day \d\d\/\d\d(\/\d{4})? \d\d:\d\d$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Spare fuses are on their way');
    await page.route('**/api/v1/alarms/NORD/', async (route) => {
      await dialog.getByText('Await: alarm is saving.').waitFor();
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click();
    await page.getByText('Alarm snoozed successfully').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^snoozed until \w+day \d\d\/\d\d/).waitFor();
    await page.goto('/en/apps/asset/plants/NORD');
    await page.getByText(/^Snoozed until \w+day/).waitFor();
  });

  it('plans a snooze for later, and takes it back before', async () => {
    const made = await field();
    const { page } = await stage.open({}, made.owner);
    await page.goto('/apps/asset');
    await page.getByRole('button', { name: 'Altre azioni per Parco Sud' }).click();
    await page.getByRole('menuitem', { name: 'Silenzia i suoi allarmi…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Silenzia gli allarmi di Parco Sud' });
    await dialog.getByText('Più avanti').click();
    await dialog.getByRole('textbox', { name: 'Altro numero di giorni' }).fill('4');
    await dialog.getByRole('textbox', { name: 'Messaggio' }).fill('Cambio del trasformatore');
    await dialog.getByText(/^da \S+ .* fino a \S+ /).waitFor();
    await dialog.getByRole('button', { name: 'Silenzia', exact: true }).click();
    await page.getByText('Allarme silenziato con successo').waitFor();
    await page.goto(`${PATH}?view=snoozes`);
    const row = page.getByRole('row', { name: /Parco Sud/ });
    await reads(row, /Programmato .*4 giorni.*Cambio del trasformatore/);
    await row.getByRole('button', { name: 'Annulla il silenziamento programmato di Parco Sud' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annulla il silenziamento' }).click();
    await page.getByText('Silenziamento terminato').waitFor();
    await page.getByText(/^terminato in anticipo da /).waitFor();
    await comesTo(() => row.getByRole('button').count(), 0);
  });

  it('plans work by the hour from the list of snoozes, and says so wherever the plant is seen', async () => {
    const made = await field();
    // Its clocks are hours ahead of the browser's, at any hour.
    await stage.arrange("update plant set time_zone = 'Pacific/Kiritimati' where company_id = $1", [
      made.company.company_id,
    ]);
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?view=snoozes`);
    await page.getByRole('button', { name: 'Nuovo silenziamento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo silenziamento' });
    await dialog.getByRole('button', { name: 'Silenzia', exact: true }).click();
    await dialog.getByText('Scegli almeno un impianto.').waitFor();
    await dialog.getByPlaceholder('Cerca per nome o codice').click();
    await dialog.getByRole('option', { name: /Parco Sud/ }).click();
    await dialog.getByRole('textbox', { name: 'Messaggio' }).fill('Cambio del trasformatore');
    await dialog.getByText(/^fino a \S+ /).waitFor();
    await page.route('**/api/v1/alarms/SUD/', async (route) => {
      await dialog.getByText('Attendere: salvataggio dei lavori programmati in corso.').waitFor();
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Silenzia', exact: true }).click();
    await page.getByText(/^Lavori programmati impostati fino a \S+ \d\d\/\d\d/).waitFor();
    const row = page.getByRole('row', { name: /Parco Sud/ });
    await reads(row, /In vigore.*\d (h|min) · .*Cambio del trasformatore.*Lavori programmati/);
    await page.goto('/apps/asset/plants/SUD');
    await page.getByText(/^Lavori programmati fino al /).waitFor();
    await page.goto('/apps/asset');
    await page.getByTitle(/^Lavori programmati fino al /).waitFor();
  });

  it('shows what opens and closes at once, and moves no row under the pointer', async () => {
    const made = await field();
    const first = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'no_production',
      date: minutesAgo(60),
    });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?by=alarm`);
    await settle(page, 1);
    await makeAlarm(stage.pool, made.company, {
      ...inverter(made, 'SUD'),
      code: 'inverter_fault',
      date: minutesAgo(2),
    });
    await tellOfAlarms(stage.pool, made.company, ['SUD']);
    await page.getByRole('row', { name: /Guasto inverter.*Nuovo/ }).waitFor();
    await page.getByRole('tab', { name: 'Aperti 2' }).waitFor();

    await page.getByRole('row', { name: /Nessuna produzione/ }).hover();
    await makeAlarm(stage.pool, made.company, {
      plant_id: made.plants.get('SUD') ?? 0,
      code: 'no_data',
      date: minutesAgo(1),
    });
    await endAlarm(stage.pool, made.company, first);
    await tellOfAlarms(stage.pool, made.company, ['NORD', 'SUD']);
    await page.getByRole('button', { name: '1 nuovo allarme' }).waitFor();
    await page.getByRole('row', { name: /Chiuso.*Nessuna produzione/ }).waitFor();
    assert.match((await rows(page).first().textContent()) ?? '', /Guasto inverter/);
    await page.getByRole('button', { name: '1 nuovo allarme' }).click();
    await page.getByRole('row', { name: /Nessun dato ricevuto/ }).waitFor();
    await comesTo(() => page.getByRole('row', { name: /Nessuna produzione/ }).count(), 0);
  });

  it('is narrowed by what its address says, and handed over as a file', async () => {
    const made = await field();
    for (const code of ['NORD', 'SUD'])
      await makeAlarm(stage.pool, made.company, {
        ...inverter(made, code),
        code: code === 'NORD' ? 'inverter_fault' : 'device_silent',
        date: minutesAgo(30),
      });
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?by=alarm`);
    await settle(page, 2);
    await page.getByRole('combobox', { name: 'Impianto', exact: true }).fill('sud');
    await page.getByRole('option', { name: 'Parco Sud · SUD' }).click();
    await settle(page, 1);
    await page.getByRole('button', { name: 'Avvisi 1' }).click();
    await page.getByRole('combobox', { name: 'Tipo di allarme', exact: true }).click();
    await page.getByRole('option', { name: /^Dispositivo non risponde/ }).click();
    await settle(page, 1);
    const search = searchOf(page);
    assert.deepEqual(
      ['plant', 'type', 'code'].map((name) => search.get(name)),
      ['SUD', 'W', 'device_silent'],
    );
    await page.reload();
    await settle(page, 1);
    await page.getByRole('button', { name: 'Esporta' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'File CSV' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^allarmi-(aperti|chiusi)-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 2, 'a head, and what fits the filters');
    await page.getByRole('button', { name: 'Togli i filtri' }).click();
    await settle(page, 2);
    assert.equal(new URL(page.url()).search, '?by=alarm');

    // Many at once, one by one or by plant; the way back leads to where one was.
    await page.getByRole('checkbox', { name: 'Scegli tutti gli allarmi di questa pagina' }).press('Space');
    const chosen = page.getByRole('region', { name: 'Allarmi scelti' });
    await chosen.getByText('2 allarmi scelti').waitFor();
    await chosen.getByRole('button', { name: 'Riconosci' }).click();
    await page.getByText('2 allarmi aggiornati').waitFor();
    await chosen.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Riconosciuti 2' }).waitFor();
    await page.getByText('Per impianto', { exact: true }).click();
    await page.getByRole('link', { name: /Parco Sud/ }).click();
    await settle(page, 1);
    assert.equal(searchOf(page).get('plant'), 'SUD');
    await page.goBack();
    await settle(page, 2);
    assert.equal(searchOf(page).get('by'), 'plant');
    // A click anywhere on the row opens it.
    await page
      .getByRole('row', { name: /Parco Sud/ })
      .getByText('Dispositivo non risponde')
      .click();
    await settle(page, 1);
    assert.equal(searchOf(page).get('plant'), 'SUD');
  });

  it('offers nothing to whoever only looks', async () => {
    const made = await field();
    const id = await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'inverter_fault',
      date: minutesAgo(30),
    });
    const viewer = await makeUser(stage, {
      company: made.company,
      roles: ['VIEWER', 'APP_0'],
      plants: [...made.plants.values()],
    });
    const { page } = await stage.open({}, viewer);
    await page.goto(`${PATH}?by=alarm`);
    await settle(page, 1);
    await comesTo(
      () =>
        page
          .getByRole('row', { name: /Guasto/ })
          .getByRole('button')
          .count(),
      0,
    );
    await page.goto(`${PATH}?alarm=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Allarme' });
    await drawer.getByText('Significato e rimedio').waitFor();
    await comesTo(() => drawer.getByRole('button', { name: /Riconosci|Silenzia|Commenta/ }).count(), 0);
    await comesTo(() => drawer.getByRole('textbox').count(), 0);
  });

  it('keeps one diary of what happened, which an address of a log opens at its device and day', async () => {
    const made = await field();
    // All in one day of whoever reads, at whichever hour the test runs.
    const noon = Date.parse(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T11:00:00Z`);
    const minutesBefore = (minutes: number) => new Date(noon - minutes * 60_000);
    await makeAlarm(stage.pool, made.company, {
      ...inverter(made),
      code: 'inverter_fault',
      date: minutesBefore(30),
      end_date: minutesBefore(20),
    });
    for (const [kind, detail] of [
      ['silent', { reason: { code: 'timeout', timeout_ms: 2000 } }],
      ['answers', {}],
    ] as const)
      await stage.arrange(
        'insert into device_log (company_id, device_id, at, kind, detail) values ($1, $2, $3, $4, $5)',
        [made.company.company_id, inverter(made).device_id, minutesBefore(25), kind, JSON.stringify(detail)],
      );
    const { page } = await stage.open({}, made.owner);
    await page.goto(`${PATH}?view=logs&source=alarm`);
    const row = (what: string) => page.getByRole('row', { name: new RegExp(what) });
    await reads(row('Guasto inverter – Chiuso dopo 10 min'), /INV1.*Parco Nord/);
    await comesTo(() => row('non risponde: Nessuna risposta').count(), 0);
    // The address of a log by device and day opens the diary there, with all that happened.
    const day = await page.evaluate((at) => new Date(at).toLocaleDateString('sv'), noon);
    await page.goto(`${PATH}?view=logs&log=NORD~${inverter(made).device_id}~${day}`);
    await row('Il dispositivo non risponde: Nessuna risposta entro 2000 ms').waitFor();
    await row('Il dispositivo risponde').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('log'), null);
    await page.getByRole('link', { name: 'Guasto inverter – Allarme aperto' }).click();
    await page.getByRole('dialog', { name: 'Allarme' }).getByText('Cronologia').waitFor();
  });
});
