import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeSettings, isLoopback, loadConfig } from './config.ts';
import { StartFault } from './start-fault.ts';

const goodKey = 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua';

function sentenceOf(env: Record<string, string>, demo = false): string {
  try {
    loadConfig(env, { demo });
  } catch (error) {
    assert.ok(error instanceof StartFault);
    return error.message;
  }
  return assert.fail('the settings were taken');
}

describe('settings', () => {
  it('have defaults that need nothing set', () => {
    const settings = loadConfig({}, { demo: false });
    assert.equal(settings.port, 3000);
    assert.equal(settings.host, '127.0.0.1');
    assert.equal(settings.logLevel, 'info');
    assert.deepEqual(settings.roles, ['api', 'acquisition', 'jobs']);
    assert.deepEqual(settings.outboundAllow, []);
    assert.equal(settings.databaseUrl, undefined);
    assert.ok(settings.dataDir.startsWith('/') && settings.dataDir.endsWith('/data'));
  });

  it("let browsers fetch the installation's map from its own place and those named beside it", () => {
    const { map } = loadConfig(
      {
        MAP_STYLE_URL: 'https://maps.example.com/s/light.json?key=1',
        MAP_ORIGINS: 'https://tiles.example.com',
      },
      { demo: false },
    );
    assert.deepEqual(map.origins, ['https://maps.example.com', 'https://tiles.example.com']);
    assert.match(sentenceOf({ MAP_STYLE_URL: 'javascript:alert(1)' }), /MAP_STYLE_URL/);
    assert.match(
      sentenceOf({ MAP_STYLE_URL: 'https://tiles.example.com/italy.pmtiles' }),
      /MAP_STYLE_URL.*must be the address of a style, not of tiles/,
    );
    assert.match(sentenceOf({ MAP_ORIGINS: "https://a.example 'unsafe-inline'" }), /MAP_ORIGINS/);
  });

  it('name hosts of their own for the calls of some areas, and the portals that may make them', () => {
    const { hosts, portalOrigins } = loadConfig(
      { RESIDENTIAL_URL: 'https://homes.example.com/', PORTAL_ORIGINS: 'https://Portal.example.com:443' },
      { demo: false },
    );
    assert.deepEqual(hosts, { residential: 'https://homes.example.com' });
    assert.deepEqual(portalOrigins, ['https://portal.example.com']);
    assert.match(
      sentenceOf({ COMMUNITY_URL: 'https://cer.example.com/api' }),
      /COMMUNITY_URL must be an address/,
    );
    assert.match(sentenceOf({ PORTAL_ORIGINS: '*' }), /PORTAL_ORIGINS must list origins/);
  });

  it('name a geocoder with its key, and every fault of the three', () => {
    assert.equal(loadConfig({}, { demo: false }).geocoder.provider, 'none');
    const { geocoder } = loadConfig(
      { GEOCODER: 'google', GEOCODER_KEY: 'hunter2', GEOCODER_URL: 'https://places.example.com/' },
      { demo: false },
    );
    assert.deepEqual(geocoder, { provider: 'google', key: 'hunter2', url: 'https://places.example.com' });
    assert.match(sentenceOf({ GEOCODER: 'bing' }), /GEOCODER must be one of none, nominatim, photon, google/);
    assert.match(sentenceOf({ GEOCODER: 'google' }), /GEOCODER_KEY must be set/);
    assert.match(sentenceOf({ GEOCODER_URL: 'https://photon.example.com' }), /GEOCODER must say/);
    assert.match(sentenceOf({ GEOCODER_URL: 'photon' }), /GEOCODER_URL must be an address/);
    const sentence = sentenceOf({ GEOCODER: 'photon', GEOCODER_KEY: 'hunter2' });
    assert.match(sentence, /GEOCODER_KEY is for google alone/);
    assert.ok(!sentence.includes('hunter2'));
  });

  it('count an empty variable as unset', () => {
    assert.equal(loadConfig({ PORT: '', SECRET_KEY: '' }, { demo: false }).port, 3000);
  });

  it('list every fault at once', () => {
    const sentence = sentenceOf({
      PORT: 'http',
      ROLES: 'api,cook',
      REGISTRATION: 'maybe',
      DEMO_PASSWORD: 'short',
    });
    for (const name of ['PORT', 'ROLES', 'REGISTRATION', 'DEMO_PASSWORD'])
      assert.match(sentence, new RegExp(name));
    assert.ok(!sentence.includes('\n'));
  });

  it('never repeat a secret in a fault', () => {
    const sentence = sentenceOf({ SECRET_KEY: 'hunter2hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' });
    assert.ok(!sentence.includes('hunter2'));
  });

  it('demand the key with a database of their own, and the URL beside the owner’s', () => {
    assert.match(sentenceOf({ DATABASE_URL: 'postgres://h/d' }), /SECRET_KEY must be set/);
    assert.match(sentenceOf({ DATABASE_OWNER_URL: 'postgres://h/d' }), /needs DATABASE_URL/);
    const settings = loadConfig({ DATABASE_URL: 'postgres://h/d', SECRET_KEY: goodKey }, { demo: false });
    assert.equal(settings.secretKey, goodKey);
  });

  it('keep a demonstration with the public password on loopback', () => {
    assert.match(sentenceOf({ HOST: '0.0.0.0' }, true), /HOST must be a loopback address/);
    assert.equal(loadConfig({ HOST: '::1' }, { demo: true }).host, '::1');
    assert.equal(
      loadConfig({ HOST: '0.0.0.0', DEMO_PASSWORD: 'of my own making' }, { demo: true }).host,
      '0.0.0.0',
    );
    assert.equal(loadConfig({ HOST: '0.0.0.0' }, { demo: false }).host, '0.0.0.0');
  });

  it('know loopback by address, not by look', () => {
    assert.deepEqual(['127.8.0.1', '::1', 'localhost', '::ffff:127.0.0.1'].map(isLoopback), [
      true,
      true,
      true,
      true,
    ]);
    assert.deepEqual(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org'].map(isLoopback), [
      false,
      false,
      false,
      false,
    ]);
  });

  it('read networks and ports that users may reach', () => {
    const { outboundAllow } = loadConfig(
      { OUTBOUND_ALLOW: '10.0.0.0/8:502, 192.168.1.7,[fd00::/8]:80-90 , 127.0.0.1:1' },
      { demo: false },
    );
    assert.deepEqual(outboundAllow, [
      { network: '10.0.0.0/8', from_port: 502, to_port: 502 },
      { network: '192.168.1.7/32', from_port: 1, to_port: 65535 },
      { network: 'fd00::/8', from_port: 80, to_port: 90 },
      { network: '127.0.0.1/32', from_port: 1, to_port: 1 },
    ]);
    for (const entry of ['everything', '10.0.0.0/40', '10.0.0.1:9-3', '10.0.0.1:70000', '10']) {
      assert.match(sentenceOf({ OUTBOUND_ALLOW: entry }), /OUTBOUND_ALLOW has an entry/);
    }
  });

  it('take a contact for security that can be written to, and nothing else', () => {
    const contact = (SECURITY_CONTACT: string) =>
      loadConfig({ SECURITY_CONTACT }, { demo: false }).securityContact;
    for (const fine of [
      's@example.com',
      'mailto:s@example.com',
      'https://example.com/report',
      'tel:+39-02-123',
    ])
      assert.equal(contact(fine), fine);
    for (const wrong of ['us', 'http://example.com', 'javascript:a@b', 's@example.com\nExpires: never'])
      assert.match(sentenceOf({ SECURITY_CONTACT: wrong }), /SECURITY_CONTACT must be a mail address/, wrong);
  });

  it('take a mail server and a sender, and repeat neither when they are wrong', () => {
    const { smtpUrl, mailFrom } = loadConfig(
      { SMTP_URL: 'smtps://u:p%40ss@mail.example.com', MAIL_FROM: 'Portale Energia <portal@example.com>' },
      { demo: false },
    );
    assert.deepEqual(
      [smtpUrl, mailFrom],
      ['smtps://u:p%40ss@mail.example.com', 'Portale Energia <portal@example.com>'],
    );
    for (const wrong of ['mail.example.com', 'smtp://u:s3cret/word@', 'http://u:s3cret@mail.example.com']) {
      assert.match(sentenceOf({ SMTP_URL: wrong }), /SMTP_URL must be smtp:/);
      assert.doesNotMatch(sentenceOf({ SMTP_URL: wrong }), /s3cret/);
    }
    for (const wrong of [
      'portal',
      'A <a@example.com>, B <b@example.com>',
      'A <a@example.com>\nBcc: b@example.com',
    ])
      assert.match(sentenceOf({ MAIL_FROM: wrong }), /MAIL_FROM must be an address/, wrong);
  });

  it('read the proxies in front', () => {
    assert.equal(loadConfig({}, { demo: false }).trustProxy, false);
    assert.equal(loadConfig({ TRUST_PROXY: '2' }, { demo: false }).trustProxy, 2);
    assert.deepEqual(loadConfig({ TRUST_PROXY: '10.1.2.3' }, { demo: false }).trustProxy, ['10.1.2.3/32']);
    assert.match(sentenceOf({ TRUST_PROXY: 'true' }), /TRUST_PROXY/);
  });

  it('each say what they mean', () => {
    const paper = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
    for (const { name, meaning } of describeSettings()) {
      assert.ok(meaning.length > 10, name);
      assert.ok(paper.includes(`\`${name}\``), `docs/settings.md does not list ${name}`);
    }
  });

  it('say where devices come by MQTT: the embedded broker, one of somebody else’s, or nowhere', () => {
    const mqttOf = (env: Record<string, string>) => loadConfig(env, { demo: false }).mqtt;
    const nobodys = { url: undefined, tls: undefined };
    assert.deepEqual(mqttOf({}), {
      ...nobodys,
      listen: { host: '127.0.0.1', port: 1883 },
      demanded: false,
    });
    assert.deepEqual(mqttOf({ MQTT_LISTEN: '[::1]:0' }).listen, { host: '::1', port: 0 });
    assert.equal(mqttOf({ MQTT_LISTEN: 'off' }).listen, undefined);
    assert.deepEqual(mqttOf({ MQTT_URL: 'mqtts://u:p@broker:8883' }), {
      ...nobodys,
      url: 'mqtts://u:p@broker:8883',
      listen: undefined,
      demanded: false,
    });
    for (const MQTT_LISTEN of ['1883', 'host:', 'host:70000', '::1:1883', 'mqtt://host:1883'])
      assert.match(sentenceOf({ MQTT_LISTEN }), /MQTT_LISTEN must be host:port/);
    for (const MQTT_URL of ['broker:1883', 'http://broker', 'mqtt://', 'mqtt://h/path'])
      assert.match(sentenceOf({ MQTT_URL }), /MQTT_URL must be mqtt:/);
    assert.match(sentenceOf({ MQTT_TLS_CERT: 'a.pem' }), /must be set together/);
    assert.match(sentenceOf({ MQTT_URL: 'mqtt://h', MQTT_LISTEN: 'h:1' }), /must be left out or off/);
    assert.ok(!sentenceOf({ MQTT_URL: 'mqtt://u:hunter2@h/x' }).includes('hunter2'));
  });
});
