import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { MqttReceiver } from '../../src/acquisition/mqtt/mqtt.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../src/features/measurements/server/refused-readings.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { makeCompany, makeDevice, makeKey, makePlant, makeUser } from '../support/app.ts';
import { connectPublisher } from '../support/mqtt-field.ts';
import { comesTo, reaches, type Stage, seen, startStage } from './support/portal.ts';
import { paste } from './support/shell.ts';

const CREATE = { name: 'Crea una credenziale' };
const log = createLog('silent', 'test');
/** User name, secret and topic of a credential just made. */
const shown = (page: Page) => page.getByRole('region', { name: /^Credenziale di/ }).locator('dd code');

describe('data sources', () => {
  let stage: Stage;
  let receiver: MqttReceiver | undefined;
  let refused: RefusedReadings;
  before(async () => {
    const mqtt = { listen: { host: '127.0.0.1', port: 0 }, demanded: true, url: undefined, tls: undefined };
    stage = await startStage({ mqtt });
    const { pool, database } = stage;
    const writer = new ReadingWriter(pool);
    refused = new RefusedReadings({ pool, log, every_ms: 50 });
    const options = { pool, database, settings: mqtt, writer, refused, log, installation: 'test' };
    receiver = await MqttReceiver.open({ ...options, round_ms: 200 });
  });
  after(async () => {
    await receiver?.close();
    await refused?.close();
    await stage?.close();
  });

  /** A company with a device in a plant, and an engineer or whom else at the page. */
  async function arrive(
    roles = ['ENGINEER_0', 'APP_0'] as const as readonly ('ENGINEER_0' | 'VIEWER' | 'APP_0')[],
  ) {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const plant = await makePlant(stage.pool, company, 'AUR-001');
    await makeDevice(stage.pool, company, plant, 'INV1', ['ac_power_kw']);
    const user = await makeUser(stage, { company, roles: [...roles], plants: [plant] });
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/ingestion');
    await page.getByRole('heading', { level: 1, name: 'Sorgenti dati' }).waitFor();
    return { page, company };
  }
  async function make(page: Page): Promise<{ user: string; secret: string; topic: string }> {
    await page.getByRole('button', CREATE).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Dispositivo' }).focus();
    await page.keyboard.type('AUR-001 / INV1');
    await dialog.locator('[role=option][data-combobox-selected]').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', CREATE).click();
    await page.getByRole('heading', { name: 'Credenziale di AUR-001 / INV1' }).waitFor();
    const [user = '', secret = '', topic = ''] = await shown(page).allTextContents();
    return { user, secret, topic };
  }

  it('let a device publish with the credential that was made in the browser, and tell what was refused', async () => {
    const { page } = await arrive();
    await page.getByRole('tab', { name: 'MQTT' }).click();
    await page.getByText('aperto', { exact: true }).waitFor();
    const port = receiver?.status().port ?? 0;
    await page.getByRole('tabpanel').getByText(String(port), { exact: true }).waitFor();
    await page.getByText('Ancora nessun dispositivo pubblica via MQTT').waitFor();
    await page.getByText('Nessuna lettura rifiutata').waitFor();

    const given = await make(page);
    assert.match(given.user, /^c\d+-d\d+$/);
    assert.equal(given.topic, `meridiana/${given.user}/readings`);
    const client = await connectPublisher(`mqtt://127.0.0.1:${port}`, given);
    const publish = (message: object) =>
      client.publishAsync(given.topic, JSON.stringify(message), { qos: 1 });
    await publish({ values: { ac_power_kw: 412.5 } });
    await publish({ values: { wind_speed: 3 } });
    await client.publishAsync('meridiana/c1-d999/readings', '{}', { qos: 1 });
    await client.endAsync();
    await page.getByRole('button', { name: "L'ho conservato" }).click();
    assert.ok(!(await page.content()).includes(given.secret));

    const row = page.getByRole('row', { name: /AUR-001 \/ INV1/ }).first();
    const result = page.getByRole('region', { name: 'Letture rifiutate' });
    const arrived = await reaches(async () => {
      await page.reload();
      await row.waitFor();
      return /ora|fa/.test(await seen(row)) && (await result.getByRole('row').count()) === 3;
    }, 10_000);
    assert.ok(arrived, 'the device was seen and its refused readings are told');
    const reasons = await seen(result);
    assert.match(reasons, /AUR-001\/INV1 MQTT Il dispositivo non ha questa variabile. 1/);
    assert.match(reasons, /AUR-001\/INV1 MQTT Pubblicato in un topic diverso da quello della credenziale. 1/);

    await page.goto('/apps/asset/plants/AUR-001');
    await page.getByText('412,5').first().waitFor();
  });

  it('end a credential that is replaced, and one that is removed', async () => {
    const { page } = await arrive();
    const first = await make(page);
    const url = `mqtt://127.0.0.1:${receiver?.status().port}`;
    const client = await connectPublisher(url, first);
    await page.getByRole('button', { name: 'Sostituisci: AUR-001 / INV1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sostituisci' }).click();
    await reaches(async () => (await shown(page).nth(1).textContent()) !== first.secret);
    const secret = (await shown(page).nth(1).textContent()) ?? '';
    assert.notEqual(secret, first.secret);
    assert.ok(await reaches(async () => !client.connected), 'the old one is disconnected');
    const second = await connectPublisher(url, { ...first, secret });

    await page.getByRole('button', { name: 'Rimuovi: AUR-001 / INV1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rimuovi' }).click();
    await page.getByText('Ancora nessun dispositivo pubblica via MQTT').waitFor();
    assert.ok(await reaches(async () => !second.connected), 'the removed one is disconnected');
    await assert.rejects(connectPublisher(url, { ...first, secret }));
  });

  it('are commands that work as they are pasted', async () => {
    const { page, company } = await arrive();
    const { headers } = await makeKey(stage, company, { name: 'Prova' });
    const key = headers.authorization?.replace('Bearer ', '') ?? '';
    const command = async (tab: string) => {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const figure = page.getByRole('figure', { name: 'Comando' });
      return ((await figure.locator('pre').textContent()) ?? '').replace('mk_…', key);
    };
    assert.deepEqual(await paste(await command('JSON')), { status: 200, json: { stored: 1, refused: 0 } });
    for (const tab of ['Line protocol', 'NDJSON']) {
      const { status, json } = await paste(await command(tab));
      assert.equal(status, 200, tab);
      assert.equal((json as { refused: number }).refused, 0, tab);
    }
    await page.getByRole('tab', { name: 'Line protocol' }).click();
    const telegraf = await page.getByRole('figure', { name: 'Telegraf' }).locator('pre').textContent();
    assert.ok(telegraf?.includes(`url = "${stage.origin}/ingest/v1/lines/"`));
  });

  it('show a viewer what can be sent where, and nobody’s devices', async () => {
    const { page } = await arrive(['VIEWER', 'APP_0']);
    await page.getByRole('tab', { name: 'MQTT' }).click();
    await page.getByText('aperto', { exact: true }).waitFor();
    await comesTo(() => page.getByRole('button', CREATE).count(), 0);
    await comesTo(() => page.getByRole('heading', { level: 2 }).count(), 0);
  });
});
