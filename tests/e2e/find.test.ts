import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { fleet } from '../../simulators/fleet.ts';
import { unitAnswer } from '../../simulators/main.ts';
import { type ModbusServer, startModbusServer, type UnitAnswer } from '../../simulators/modbus-server.ts';
import { startAcquisition } from '../../src/acquisition/acquisition.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { startLiveFollower } from '../../src/features/overview/server/live-follower.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const log = createLog('silent', 'test');
const NOON = Date.parse('2026-06-21T10:00:00Z');
const MAX_CLICKS = 7;
/** Far beyond what was measured (docs/performance.md): this catches a way that hangs, not a slow machine. */
const MAX_MS = 120_000;

/** An inverter at 1, a second one at 2, nobody at 3, at 4 registers that are no SunSpec. */
function answerOf(unit: number): UnitAnswer | undefined {
  const [plant] = fleet;
  if (unit === 3) return { kind: 'silent' };
  if (unit === 4) return { kind: 'registers', image: { start: 40_000, words: new Uint16Array(20) } };
  return plant && unitAnswer(plant, unit, NOON);
}

describe('a company that begins', () => {
  let stage: Stage;
  let server: ModbusServer;
  let owner: TestUser;
  const parts: { close(): Promise<unknown> }[] = [];
  before(async () => {
    stage = await startStage();
    const { pool, database } = stage;
    server = await startModbusServer({ unit: answerOf });
    const writer = new ReadingWriter(pool);
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    parts.push(writer, await startAcquisition({ pool, database, writer, guard, log, health_every_ms: 500 }));
    parts.push(await startLiveFollower({ pool, database, log }));
    const company = await makeCompany(pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(async () => {
    for (const part of parts.reverse()) await part.close();
    await server?.stop();
    await stage?.close();
  });

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name });

  it('has live values of an inverter after a few clicks', async (test) => {
    const { page } = await stage.open({}, owner);
    await page.goto('/');
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    const begun = performance.now();
    const steps: string[] = [];
    const passed = (step: string) =>
      steps.push(`${step} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    await click(page.getByRole('link', { name: /^Cloud control/ }));
    await click(button(page, 'Nuovo impianto'));
    // Where the focus stands already nobody has to click.
    await page.getByRole('dialog').getByRole('textbox', { name: /^Nome/ }).waitFor();
    await page.keyboard.type('Tetto nord');
    await comesTo(() => field(page, /^Codice/).inputValue(), 'TETTO-NORD');
    await click(button(page, 'Aggiungi impianto'));
    const add = page.getByRole('main').getByRole('link', { name: 'Aggiungi dispositivi' });
    await add.waitFor();
    passed('plant');
    await click(add);
    await field(page, /^Indirizzo IP o nome host/).waitFor();
    await page.keyboard.type('127.0.0.1');
    await click(field(page, /^Porta/));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(server.port));
    await click(button(page, 'Cerca'));
    await page.getByRole('article').getByRole('rowheader', { name: 'Potenza AC' }).waitFor();
    passed('found');
    await click(button(page, 'Aggiungi 1 dispositivo'));
    await page.waitForURL(/\/apps\/cloudcontrol\/devices\/\d+/);
    passed('added');
    const live = page
      .getByRole('row', { name: /Potenza AC/ })
      .getByText(/^[\d.]+,\d+ kW$/)
      .first();
    await live.waitFor({ timeout: MAX_MS });
    const took_ms = performance.now() - begun;
    passed('live');
    test.diagnostic(`${clicks} clicks; ${steps.join(', ')}`);
    assert.ok(clicks <= MAX_CLICKS, `${clicks} clicks`);
    assert.ok(took_ms < MAX_MS);
  });

  it('finds the others behind the same gateway, and says of each that is none why', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol/find');
    await page.getByRole('combobox', { name: 'Gateway' }).click();
    await page.getByRole('option', { name: new RegExp(String(server.port)) }).click();
    await field(page, /^Unit id/).fill('1-4');
    await button(page, 'Cerca').click();
    await page.getByRole('link', { name: 'Già aggiunto' }).waitFor();
    await page.getByText(/^Unit id 3: /).waitFor();
    await page.getByText(/^Unit id 4: /).waitFor();
    await field(page, /^Nome breve/).fill('con spazi');
    assert.ok(await button(page, 'Aggiungi 1 dispositivo').isDisabled());
    await field(page, /^Nome breve/).fill('INV-B');
    await button(page, 'Aggiungi 1 dispositivo').click();
    await page.getByRole('heading', { level: 1, name: 'INV-B' }).waitFor();
    const ports = await stage.arrange('select id from port', []);
    assert.equal(ports.length, 1, 'both stand behind one port');
  });

  it('says what an administrator has to set for an address that is not allowed', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol/find');
    await field(page, /^Indirizzo IP o nome host/).fill('10.254.0.9');
    await button(page, 'Cerca').click();
    await page.getByText(/npm run admin -- allow --company \d+ 10\.254\.0\.9:502/).waitFor();
  });
});
