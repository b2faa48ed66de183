import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { QUALITIES } from '../../src/features/measurements/measurements.model.ts';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants, noonDay } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';
import { scrutinise } from './support/scrutiny.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 5 * MINUTE;
const STEP_KWH = 0.5;
const FAILED = QUALITIES.indexOf('failed');

/** From six o'clock: every five minutes a little more power, and a counter that goes on through the gap from 9 to 10. */
function dayOf(device: number, midnight: number, until: number, counter: number): ReadingRow[] {
  const rows: ReadingRow[] = [];
  for (let ts = midnight + 6 * HOUR; ts <= until; ts += STEP) {
    const k = (ts - midnight - 6 * HOUR) / STEP;
    if (ts >= midnight + 9 * HOUR && ts < midnight + 10 * HOUR) continue;
    const values = Float64Array.of(100 + k / 2, counter + k * STEP_KWH, 650, 1200.5, 41.5);
    rows.push({ device_id: device, ts, values, quality: null });
  }
  return rows;
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

/** The cells of the chart's table, heading first. */
async function tableOf(page: Page): Promise<string[][]> {
  const table = page.getByRole('figure').getByRole('table');
  await table.waitFor();
  return table.evaluate((element) =>
    [...(element as unknown as { rows: Iterable<{ cells: Iterable<{ textContent: string }> }> }).rows].map(
      (line) => [...line.cells].map((cell) => cell.textContent.trim()),
    ),
  );
}

/** Takes an entry of one of the chart bar's menus. */
async function pick(page: Page, menu: 'Esporta' | 'Altro sul grafico', entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const numberOf = (cell: string): number | null =>
  cell === '' || cell === '–' ? null : Number(cell.replaceAll('.', '').replace(',', '.'));

describe('the page of a plant', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  let zone: string;
  let today: string;
  let yesterday: string;
  let midnight: number;
  let todayKwh: number;
  const yesterdayKwh = 144 * STEP_KWH;

  before(async () => {
    stage = await startStage();
    const noon = noonDay();
    const last = Math.floor(Date.now() / STEP) * STEP;
    ({ zone, date: today, start: midnight } = noon);
    yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
    todayKwh = ((last - midnight - 6 * HOUR) / STEP) * STEP_KWH;
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(
      stage.pool,
      company,
      [
        {
          code: 'AUR-001',
          name: 'Capitanata',
          comune: 'Foggia (FG)',
          productionType: 'photovoltaic',
          potenza_nominale: 500,
          power_kw: 138.5,
          production: todayKwh,
          irradianza: 700,
        },
        { code: 'AUR-002', name: 'Senza dispositivi', last_reading_at: null },
      ],
      noon,
    );
    const plant = plants.get('AUR-001') ?? 0;
    const make = (name: string, variables: string[], category: string, nominal_power = 0) =>
      makeDevice(stage.pool, company, plant, name, variables, {
        category,
        interval_s: 300,
        ...(nominal_power > 0 && { nominal_power }),
      });
    const names = [
      'ac_power_kw',
      'energy_total_kwh',
      'dc_voltage_v',
      'dc_current_a',
      'cabinet_temperature_c',
    ];
    const inverter = await make('INV1', names, 'inverter', 100);
    await make('INV2', ['ac_power_kw'], 'inverter');
    const weather = await make('METEO', ['irradiance_poa_wm2', 'ambient_temperature_c'], 'weather_station');
    const strings = ['01', '02', '03', '04'].map((n) => `string_current_${n}_a`);
    const box = await make('SB1', strings, 'string_box');
    const writer = new ReadingWriter(stage.pool);
    const past = dayOf(inverter, midnight - DAY, midnight - 6 * HOUR, 1000);
    await writer.write(company, [
      ...past,
      ...dayOf(inverter, midnight, last, 1000 + yesterdayKwh),
      ...Array.from({ length: 60 }, (_, i) => ({
        device_id: weather,
        ts: last - i * STEP,
        values: Float64Array.of(700 - i, Number.NaN),
        quality: Uint8Array.of(0, FAILED),
      })),
      // From eight o'clock, a quarter of the current in the fourth string.
      ...Array.from({ length: Math.floor((last - midnight - 8 * HOUR) / STEP) + 1 }, (_, i) => ({
        device_id: box,
        ts: midnight + 8 * HOUR + i * STEP,
        quality: null,
        values: Float64Array.of(8, 8, 8, 2),
      })),
    ]);
    await writer.close();
    await recomputeDirty(stage.pool, company, { today: true });
  });
  after(() => stage?.close());

  const openPlant = async (query = '', path = '/apps/asset/plants/AUR-001') => {
    const portal = await stage.open({}, user);
    await portal.page.goto(path + query);
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    return portal;
  };

  it('tells its figures, its chart and its devices with the quality of each value', async () => {
    const { page, faults } = await openPlant();
    await reads(
      page.getByRole('main'),
      /Capitanata .*AUR-001 · Foggia \(FG\) · Fotovoltaico Ultima lettura \d\d\/\d\d\/\d{4} \d\d:\d\d/,
    );
    const figures = await seen(page.getByRole('region', { name: "Dati dell'impianto" }));
    const kwh = todayKwh.toFixed(2).replace('.', ',');
    const month = today.slice(8) === '01' ? todayKwh : todayKwh + yesterdayKwh;
    assert.match(figures, /Potenza attuale 138,50 kW/);
    assert.match(figures, new RegExp(`Energia oggi ${kwh} kWh`));
    assert.match(figures, new RegExp(`Energia del mese ${month.toFixed(2).replace('.', ',')} kWh`));
    assert.match(figures, /Irraggiamento 700 W\/m² Potenza nominale 500,00 kWp/);

    const legend = page.getByRole('list', { name: 'Serie' }).getByRole('button');
    await legend.first().waitFor();
    assert.deepEqual(await Promise.all((await legend.all()).map((entry) => seen(entry))), [
      'Potenza AC kW',
      'Irraggiamento sul piano W/m²',
    ]);
    await page.getByRole('list', { name: 'Serie' }).getByText('dati mancanti').waitFor();
    // The line of power is there in its own colour.
    const drawn = `[...document.querySelectorAll('canvas')].some((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let hits = 0;
      for (let i = 0; i < data.length; i += 4)
        if (Math.abs(data[i] - 36) + Math.abs(data[i + 1] - 86) + Math.abs(data[i + 2] - 230) < 30) hits++;
      return hits > 100;
    })`;
    assert.ok(
      await reaches(async () => Boolean(await page.evaluate(drawn))),
      'the line of power is not drawn',
    );

    const inverter = row(page, 'INV1');
    await reads(inverter, /Potenza AC \d+,\d\d kW .* valido/);
    await reads(row(page, 'INV2'), /Potenza AC – .*mai mancante/);
    await row(page, 'METEO')
      .getByRole('button', { name: /^METEO/ })
      .click();
    await reads(page.getByRole('row', { name: /^Temperatura aria/ }), /– .*lettura non riuscita/);
    await reads(page.getByRole('row', { name: /^Irraggiamento sul piano/ }), /700 W\/m²/);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('names the string that stands apart, and holds a device against its like on its page', async () => {
    const portal = await openPlant();
    const { page, faults } = portal;
    const strings = page.getByRole('region', { name: 'Stringhe', exact: true });
    await strings.getByText('SB1 Corrente stringa 04: 25 % della mediana delle vicine').waitFor();
    await strings.getByRole('slider', { name: 'Cella della mappa' }).focus();
    await page.keyboard.press('Home');
    for (let i = 0; i < 9; i++) await page.keyboard.press('PageDown');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
    await reads(
      strings.getByRole('status'),
      /^SB1 Corrente stringa 04, 09:00: 2,00 A, 25 % della mediana 8,00 A$/,
    );
    await strings.getByText('Tabella', { exact: true }).click();
    await reads(strings.getByRole('row', { name: /^SB1 Corrente stringa 04/ }), /04 25 25 /);

    await page.getByRole('link', { name: 'Apri INV1' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'INV1' }).waitFor();
    const like = page.getByRole('region', { name: 'Confronto con i simili' });
    const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    const specific = new Intl.NumberFormat('it-IT', two).format(todayKwh / 100);
    await reads(like.getByRole('row', { name: /^INV1/ }), new RegExp(`100,00 kW .* ${specific} –$`));
    await reads(like.getByRole('row', { name: /^INV2/ }), /non confrontabile: la potenza nominale/);
    await like.getByText('I dispositivi confrontabili sono meno di tre', { exact: false }).waitFor();
    assert.deepEqual(await scrutinise(portal, 'a device beside its like'), []);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('draws at most four units of measure, and says so at the fifth', async () => {
    const { page } = await openPlant();
    await page.getByRole('button', { name: '2 variabili' }).click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('button', { name: /^INV1/ }).click();
    await picker.getByRole('checkbox', { name: /^Tensione DC/ }).check();
    await picker.getByRole('checkbox', { name: /^Corrente DC/ }).check();
    await picker.getByText('4 unità di misura su 4').waitFor();
    await comesTo(() => picker.getByText('Troppe unità').count(), 0);
    await picker.getByRole('checkbox', { name: /^Temperatura interna/ }).click();
    // spec §5, in both languages
    await picker.getByText('Troppe unità di misura (max. 4)').waitFor();
    await comesTo(() => picker.getByRole('checkbox', { name: /^Temperatura interna/ }).isChecked(), false);
    const { search } = new URL(page.url());
    assert.equal(new URLSearchParams(search).get('vars')?.split(',').length, 4);
    await picker.getByRole('button', { name: 'Fatto' }).click();
    await page
      .getByRole('list', { name: 'Serie' })
      .getByRole('button', { name: /Corrente DC/ })
      .waitFor();

    // An address that somebody wrote by hand is held to the same limit.
    const { page: tooMuch } = await openPlant(`${search}%2Cplant.ambient_temperature_c`);
    await tooMuch.getByRole('alert').getByText('Troppe unità di misura (max. 4)').waitFor();
    await tooMuch.getByRole('button', { name: '4 variabili' }).waitFor();

    const { page: english } = await openPlant(search, '/en/apps/asset/plants/AUR-001');
    await english.getByRole('button', { name: '4 variables' }).click();
    const choices = english.getByRole('dialog');
    await choices.getByRole('textbox').fill('cabinet');
    await choices.getByRole('checkbox').first().click();
    await choices.getByText('Too much units of measure. Deselect a variable').waitFor();
  });

  it('shows days, weeks, months, years and free ranges, all kept in the address', async () => {
    const { page } = await openPlant();
    const period = page.getByRole('radiogroup', { name: 'Periodo' });
    const legend = page.getByRole('list', { name: 'Serie' });
    for (const [word, span, series] of [
      ['Settimana', 'week', /Potenza AC/],
      ['Mese', 'month', /Energia prodotta/],
      ['Anno', 'year', /Energia prodotta/],
      ['Date', 'free', /./],
      ['Giorno', null, /Potenza AC/],
    ] as const) {
      await period.getByText(word, { exact: true }).click();
      await legend.getByRole('button', { name: series }).first().waitFor();
      assert.equal(new URL(page.url()).searchParams.get('span'), span);
    }
    // The day under way has its whole axis, so that all of the day before can be laid over it.
    const cursor = page.getByRole('slider').first();
    const edge = async (side: 'min' | 'max') => Number(await cursor.getAttribute(`aria-value${side}`));
    const hours = ((await edge('max')) - (await edge('min'))) / 3600;
    assert.ok([23, 24, 25].includes(hours), `${hours} hours`);

    await page.goto(
      `/apps/asset/plants/AUR-001?span=free&date=${yesterday}&to=${today}&vars=plant.energy_export_kwh&step=day`,
    );
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    const written = (date: string, kwh: number) => [
      date.split('-').reverse().join('/'),
      kwh.toFixed(2).replace('.', ','),
    ];
    assert.deepEqual((await tableOf(page)).slice(1), [
      written(yesterday, yesterdayKwh),
      written(today, todayKwh),
    ]);

    await page.goto('/apps/asset/plants/AUR-001?span=month&date=2001-03-01');
    await page.getByText('nessun dato trovato per il periodo/impianto selezionato').waitFor();
  });

  it('saves as CSV exactly what it shows, with decimal commas and empty cells in the gap', async () => {
    const { page } = await openPlant();
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    const [head = [], ...shown] = await tableOf(page);
    const coming = page.waitForEvent('download');
    await pick(page, 'Esporta', 'Salva come tabella (CSV)');
    const file = await coming;
    assert.equal(file.suggestedFilename(), `AUR-001_${today}.csv`);
    const text = await readFile(await file.path(), 'utf8');
    assert.equal(text.charCodeAt(0), 0xfeff);
    const [first = [], ...lines] = text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
    assert.deepEqual(first, [
      `Data e ora (${zone})`,
      'UTC',
      'Potenza AC (kW)',
      'Irraggiamento sul piano (W/m²)',
    ]);
    assert.equal(head.length, 3);
    assert.deepEqual(
      lines.map(([time, , ...figures]) => [time, ...figures.map(numberOf)]),
      shown.map(([time = '', ...figures]) => [time, ...figures.map(numberOf)]),
    );
    const at = (clock: string) => lines.find(([time]) => time?.endsWith(` ${clock}`));
    assert.equal(at('06:05')?.[2], '100,5');
    assert.equal(at('08:55')?.[2], '117,5');
    assert.equal(at('10:00')?.[2], '124');
    const inGap = lines.filter(([time = '']) => / 09:\d\d$/.test(time));
    assert.ok(
      inGap.every(([, , power]) => power === ''),
      'between nine and ten there is no power',
    );
    assert.ok(
      lines.some(([, , power], i) => power === '' && lines[i - 1]?.[2] !== '' && lines[i + 1]?.[2] !== ''),
    );
  });

  it('saves a workbook with real dates and numbers, the same as its table', async () => {
    const { page } = await openPlant();
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    const [, ...shown] = await tableOf(page);
    const coming = page.waitForEvent('download');
    await pick(page, 'Esporta', 'Salva come cartella di lavoro Excel (XLSX)');
    const file = await coming;
    assert.equal(file.suggestedFilename(), `AUR-001_${today}.xlsx`);
    const [sheet] = (await readXlsx(await readFile(await file.path()))).sheets;
    const [head = [], ...rows] = sheet?.rows ?? [];
    assert.deepEqual(head, [
      `Data e ora (${zone})`,
      'UTC',
      'Potenza AC (kW)',
      'Irraggiamento sul piano (W/m²)',
    ]);
    const written = rows.map(([at, , ...figures]) => [
      at instanceof Date ? at.toISOString().slice(11, 16) : at,
      ...figures.map((figure) => figure ?? null),
    ]);
    assert.deepEqual(
      written,
      shown.map(([time = '', ...figures]) => [time.slice(-5), ...figures.map(numberOf)]),
    );
  });

  it('says why there is nothing under the pointer, for how long and from when to when', async () => {
    const { page } = await openPlant('?vars=plant.ac_power_kw');
    const cursor = page.getByRole('slider', { name: 'Cursore del tempo' });
    await cursor.focus();
    await page.keyboard.press('Home');
    const time = async () => (await cursor.getAttribute('aria-valuetext'))?.slice(-5) ?? '';
    for (let i = 0; i < 200 && !((await time()) >= '09:20' && (await time()) < '09:50'); i++)
      await page.keyboard.press('ArrowRight');
    const day = today.split('-').reverse().join('/');
    const result = `dati mancanti per 1 h 5 min, dal ${day} 08:55 al ${day} 10:00`;
    await page.getByRole('status').getByText(result).waitFor();
    await page.locator('figure').getByText(result).last().waitFor();
  });

  it('compares with the day before, with its dates, and with another plant', async () => {
    const portal = await openPlant('?vars=plant.ac_power_kw');
    const { page } = portal;
    const legend = page.getByRole('list', { name: 'Serie' });
    await page.getByRole('combobox', { name: 'Confronto' }).click();
    await page.getByRole('option', { name: 'Il giorno prima' }).click();
    await legend.getByRole('button', { name: /Potenza AC – il giorno prima/ }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('compare'), 'before');
    await pick(page, 'Altro sul grafico', 'Scorciatoie del grafico');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await scrutinise(portal, 'a comparison with the help of its keys'), []);
    await page.keyboard.press('Escape');
    const cursor = page.getByRole('slider', { name: 'Cursore del tempo' });
    await cursor.focus();
    await page.keyboard.press('End');
    const [y = '', m = '', d = ''] = yesterday.split('-');
    await page
      .locator('figure')
      .getByText(new RegExp(`${d}/${m}/${y} \\d\\d:\\d\\d`))
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    const [head = [], ...rows] = await tableOf(page);
    assert.deepEqual(head.slice(1), ['Potenza AC kW', 'Potenza AC – il giorno prima kW']);
    const early = rows.find(([time]) => time?.endsWith(' 07:00'));
    assert.deepEqual(early?.slice(1), ['106,00', '106,00']);

    await page.getByRole('combobox', { name: 'Confronto' }).click();
    await page.getByRole('option', { name: 'Un altro impianto' }).click();
    await page.getByRole('combobox', { name: 'Quale impianto?' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('compare'), 'plant.AUR-002');
  });

  it('saves its chart as a picture', async () => {
    const { page } = await openPlant();
    await page.locator('canvas').first().waitFor();
    const coming = page.waitForEvent('download');
    await pick(page, 'Esporta', 'Salva come immagine (PNG)');
    const file = await coming;
    assert.equal(file.suggestedFilename(), `AUR-001_${today}.png`);
    const bytes = await readFile(await file.path());
    assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
    assert.ok(bytes.length > 20_000 && bytes.readUInt32BE(16) > 1500, 'it is large and not empty');
  });

  it('zooms by keys and buttons, and hides a series', async () => {
    const { page } = await openPlant();
    const cursor = page.getByRole('slider', { name: 'Cursore del tempo' });
    await cursor.focus();
    await page.keyboard.press('ArrowRight');
    // The time with every key, the values once it rests.
    assert.ok(
      await reaches(async () => /\d\d:\d\d/.test((await cursor.getAttribute('aria-valuetext')) ?? '')),
    );
    await page
      .getByRole('status')
      .getByText(/Potenza AC \d+,\d\d kW/)
      .waitFor();
    const reset = page.getByRole('button', { name: 'Mostra tutto il periodo' });
    await comesTo(() => reset.count(), 0);
    await pick(page, 'Altro sul grafico', 'Ingrandisci');
    await reset.waitFor();
    await cursor.focus();
    const view = () =>
      cursor.evaluate((it) => `${it.getAttribute('aria-valuemin')}-${it.getAttribute('aria-valuemax')}`);
    const zoomed = await view();
    await page.keyboard.press('Shift+ArrowLeft');
    assert.ok(await reaches(async () => (await view()) !== zoomed), 'Shift with an arrow moves the view');
    await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    await reset.waitFor({ state: 'detached' });
    await pick(page, 'Altro sul grafico', 'Scorciatoie del grafico');
    await page.getByRole('dialog').getByText('sposta il periodo mostrato').waitFor();
    await page.keyboard.press('Escape');
    const entry = page.getByRole('list', { name: 'Serie' }).getByRole('button', { name: /Irraggiamento/ });
    await entry.click();
    await comesTo(() => entry.getAttribute('aria-pressed'), 'false');
    await page.getByRole('button', { name: 'Mostra come tabella' }).click();
    assert.equal((await tableOf(page))[0]?.length, 2);
  });

  it('zooms by dragging, asks for finer figures, and keeps the view in its address', async () => {
    const { page } = await openPlant('?span=week&vars=plant.ac_power_kw');
    await page.getByText('medie di 15 min', { exact: false }).waitFor();
    const cursor = page.getByRole('slider', { name: 'Cursore del tempo' });
    const box = await cursor.boundingBox();
    assert.ok(box);
    const zoomOf = () => new URL(page.url()).searchParams.get('zoom');
    const asked = page.waitForRequest(/chart-results-data\/\?.*resolution=raw/);
    await page.mouse.move(box.x + box.width / 2, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + 140, { steps: 4 });
    await page.mouse.up();
    await asked;
    await page.getByText('Singole letture', { exact: false }).or(page.getByText('singole letture')).waitFor();
    assert.ok(await reaches(async () => /^\d+-\d+$/.test(zoomOf() ?? '')), 'the address holds the view');
    const zoom = zoomOf();
    await page.reload();
    const reset = page.getByRole('button', { name: 'Mostra tutto il periodo' });
    await reset.waitFor();
    assert.equal(zoomOf(), zoom);
    await page.goBack();
    await reset.waitFor({ state: 'detached' });
    await page.goForward();
    await reset.waitFor();
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 160);
    await reset.waitFor({ state: 'detached' });
    assert.ok(await reaches(async () => zoomOf() === null), 'a double click shows all');
    // A link says no day: what it shows stays when its zoom ends.
    const start = midnight - DAY + 3 * HOUR;
    await page.goto(`/apps/asset/plants/AUR-001?zoom=${start}-${start + HOUR}`);
    await reset.click();
    await reset.waitFor({ state: 'detached' });
    const day = () => new URL(page.url()).searchParams.get('date');
    assert.ok(await reaches(async () => zoomOf() === null && day() === yesterday), 'and its day stays');
  });

  it('keeps what it has when its figures cannot be refreshed, and can be tried again', async () => {
    const { page } = await stage.open({}, user);
    await page.route('**/plant-overview/**', (route) =>
      route.fulfill({ status: 500, json: { status: 500, code: 'internal' } }),
    );
    await page.goto('/apps/asset/plants/AUR-001');
    await page.getByText('Non è stato possibile caricare questi dati.').waitFor();
    await page.unroute('**/plant-overview/**');
    await page.route('**/chart-results-data/**', (route) =>
      route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
    );
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.getByRole('heading', { name: 'Capitanata' }).waitFor();
    await page.getByText('Non è stato possibile caricare questi dati.').waitFor();
    await page.unroute('**/chart-results-data/**');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await page.locator('canvas').first().waitFor();
  });

  it('says what is missing of a plant that has no devices yet', async () => {
    const { page } = await openPlant('', '/apps/asset/plants/AUR-002');
    await page.getByText('Questo impianto non ha ancora dispositivi').waitFor();
    const main = await seen(page.getByRole('main'));
    assert.match(main, /Potenza attuale – kW Energia oggi – kWh/);
    assert.match(main, /Ancora nessuna lettura/);
    assert.doesNotMatch(main, /\b0,00/);
    // An empty plant leads to its first device.
    const find = page.getByRole('main').getByRole('link', { name: 'Aggiungi dispositivi' });
    await comesTo(() => find.getAttribute('href'), '/apps/cloudcontrol/add?plant=AUR-002');
  });

  it('is made, changed beside somebody else, archived and restored in the browser', async () => {
    const { page, faults } = await openPlant('', '/apps/asset');
    await page.getByRole('button', { name: 'Nuovo impianto' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Nome/ }).fill('Tetto sud');
    await page.getByRole('button', { name: 'Aggiungi impianto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tetto sud' }).waitFor();
    await page.getByRole('link', { name: 'Modifica' }).click();

    const form = page.getByRole('form', { name: 'Modifica impianto' });
    const name = form.getByRole('textbox', { name: /^Nome/ });
    await form.getByLabel('Potenza nominale').fill('-4');
    await name.fill('');
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.getByText('obbligatorio', { exact: true }).waitFor();
    const hasFocus = () => name.evaluate((field) => field.matches(':focus'));
    await comesTo(hasFocus, true, 'the first fault has the focus');
    await name.fill('Tetto sud 2');
    await form.getByLabel('Potenza nominale').fill('40');
    await form.getByText(/^La potenza nominale limita/).waitFor();
    await page.getByRole('link', { name: "Torna all'impianto" }).click();
    await page.getByRole('button', { name: 'Resta qui' }).click();
    await stage.arrange(
      "update plant set comune = 'Lodi', version = version + 1 where company_id = $1 and proj_code = 'TETTO-SUD'",
      [company.company_id],
    );
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await form
      .getByRole('row', { name: /^Comune/ })
      .getByText('Lodi')
      .waitFor();
    await form.getByRole('button', { name: 'Salva la mia versione' }).click();
    await page.getByText('Elemento salvato').first().waitFor();

    await page.getByRole('button', { name: 'Archivia' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archivia' }).click();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    const card = page.locator('[data-plant-card="TETTO-SUD"]');
    await card.waitFor({ state: 'detached' });
    await page.goto('/apps/asset/plants/TETTO-SUD');
    await page.getByText('Tetto sud 2 è archiviato').waitFor();
    await page.getByRole('button', { name: "Apri l'archivio" }).waitFor();
    await page.goto(`${page.url()}/edit`);
    await page.getByText('Tetto sud 2 è archiviato').waitFor();
    await page.getByRole('button', { name: "Apri l'archivio" }).waitFor();
    await comesTo(() => page.getByText('404').count(), 0);
    await page.goto('/apps/asset');
    await page.getByRole('button', { name: 'Impianti archiviati' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click();
    await page.getByRole('dialog').getByText('Nessun impianto archiviato').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('Tetto sud 2').waitFor();
    // The browser notes the one conflict that was made on purpose, and the address of the archived plant.
    const others = faults.errors.filter((error) => !/40[49]/.test(error));
    assert.deepEqual([others, faults.csp], [[], []]);
  });
});
