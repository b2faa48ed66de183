import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ModbusServer, startModbusServer } from '../../simulators/modbus-server.ts';
import { startAcquisition } from '../../src/acquisition/acquisition.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { startLiveFollower } from '../../src/features/overview/server/live-follower.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';

const log = createLog('silent', 'test');
const START = 100;
/** 230.4, 231.9, 229.8, 12.35, 8.341, 49.98 as floats, the low register first: by the tables of IEEE 754. */
const SWAPPED = [
  0x6666, 0x4366, 0xe666, 0x4367, 0xcccd, 0x4365, 0x999a, 0x4145, 0x74bc, 0x4105, 0xeb85, 0x4247,
];

describe('registers that are read by hand in the browser', () => {
  let stage: Stage;
  let server: ModbusServer;
  let company: Scope;
  let owner: TestUser;
  const words = new Uint16Array(SWAPPED);
  const parts: { close(): Promise<unknown> }[] = [];
  before(async () => {
    stage = await startStage();
    const { pool, database } = stage;
    server = await startModbusServer({
      unit: (id) => (id === 7 ? { kind: 'registers', image: { start: START, words } } : undefined),
    });
    const writer = new ReadingWriter(pool);
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    parts.push(writer, await startAcquisition({ pool, database, writer, guard, log, health_every_ms: 500 }));
    parts.push(await startLiveFollower({ pool, database, log }));
    company = await makeCompany(pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(pool, company, [{ code: 'AUR-001', name: 'Capitanata', last_reading_at: null }]);
  });
  after(async () => {
    for (const part of parts.reverse()) await part.close();
    await server?.stop();
    await stage?.close();
  });

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const box = (page: Page, name: RegExp) => page.getByRole('textbox', { name });
  const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

  /** A device that is made here is polled once a minute: too seldom for a story. */
  async function pollEverySecond(): Promise<void> {
    const [device] = await stage.arrange<{ id: number }>('select id from device where company_id = $1', [
      company.company_id,
    ]);
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const answer = await fetch(`${stage.origin}/cloudcontrol/v1/unitid/${device?.id}/`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ interval_s: 1 }),
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  it('show which order is plausible, and become a variable with its live value', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol/registers');
    // The manual says 40102, which holds nothing that can be asked for without a gateway.
    await page.getByRole('combobox', { name: 'Notazione degli indirizzi' }).selectOption('data');
    await box(page, /^Indirizzo$/).fill('40102');
    await page.getByText("funzione 3 all'indirizzo di protocollo 101").waitFor();
    await box(page, /^Indirizzo$/).press('Enter');
    await page.getByText('scegli una porta o inserisci un gateway').waitFor();
    await page.getByRole('combobox', { name: 'Porta o gateway' }).click();
    await page.getByRole('option', { name: 'Un gateway non ancora configurato come porta…' }).click();
    await box(page, /^Indirizzo IP o nome host$/).fill('127.0.0.1');
    await box(page, /^Porta TCP$/).fill(String(server.port));
    await page.getByRole('combobox', { name: 'Unit id' }).fill('7');
    await box(page, /^Quantità$/).fill('12');
    await box(page, /^Quantità$/).press('Enter');

    // Off by one: the block reaches over the end of the device's map.
    await page.getByText('eccezione 02, indirizzo sconosciuto').waitFor();
    await button(page, 'Prova 40101').click();
    await page.getByText("L'ordine probabile è CDAB.").waitFor();
    assert.match(page.url(), /host=127\.0\.0\.1.*unit=7.*address=100/);
    await row(page, '40101').getByRole('button', { name: 'probabile 230,4' }).waitFor();
    await page.getByText('6 di 6 valori vicini sono plausibili in CDAB').first().waitFor();

    await row(page, '40101').getByRole('button', { name: 'probabile 230,4' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText("Per questo gateway non c'è ancora una porta").waitFor();
    await dialog.getByRole('combobox', { name: /^Nome/ }).fill('Tensione L1');
    await page.getByRole('option', { name: /Tensione L1/ }).click();
    await dialog.getByRole('button', { name: 'Crea variabile' }).click();
    await dialog.getByRole('textbox', { name: /^Nome breve/ }).fill('MET1');
    await dialog.getByRole('button', { name: 'Crea variabile' }).click();
    await dialog.waitFor({ state: 'detached' });

    // The port, the device and its variable are there, and its first value comes by itself.
    const made = row(page, '40101').getByRole('link', { name: 'Tensione L1' });
    await made.waitFor();
    await pollEverySecond();
    await row(page, '40101').getByText('230,4 V').waitFor();

    // A second variable of the same device, under a name that the catalogue lacks.
    await row(page, '40109').getByRole('button', { name: 'probabile 8,341' }).dblclick();
    await dialog.getByText('Diventa una variabile di MET1.').waitFor();
    await dialog.getByRole('combobox', { name: /^Nome/ }).click();
    await page.getByRole('option', { name: 'Nuovo nome…' }).click();
    await dialog.getByRole('textbox', { name: /^Etichetta/ }).fill('Corrente di neutro');
    await dialog.getByRole('button', { name: 'Crea variabile' }).click();
    await row(page, '40109').getByRole('link', { name: 'Corrente di neutro' }).waitFor();

    // The link alone asks the same question again.
    await page.reload();
    await page.getByText('Pronto per leggere').waitFor();
    await button(page, 'Leggi').click();
    await row(page, '40101').getByRole('link', { name: 'Tensione L1' }).waitFor();
    words[0] = 0x3333;
    await button(page, 'Leggi ancora').click();
    await row(page, '40101').getByText('era 6666 4366').waitFor();
  });
});
