import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { originOf, pathFault, pictureUrl, readServer } from './cameras.model.ts';

describe("a camera server's address", () => {
  const http = { port: 80, is_https: false };

  it('is kept without its port, with or without a scheme as it was typed', () => {
    const READ: [given: string, url: string, host: string][] = [
      ['http://cameras.example', 'http://cameras.example', 'cameras.example'],
      ['Cameras.Example.', 'http://cameras.example.', 'cameras.example'],
      ['10.1.0.7/nvr/', 'http://10.1.0.7/nvr', '10.1.0.7'],
      ['http://10.1.0.7:80', 'http://10.1.0.7', '10.1.0.7'],
      ['http://[fd00::7]', 'http://[fd00::7]', 'fd00::7'],
      // However this machine is written.
      ['0x7f.1', 'http://127.0.0.1', '127.0.0.1'],
      ['2130706433', 'http://127.0.0.1', '127.0.0.1'],
    ];
    for (const [given, url_plant, host] of READ)
      assert.deepEqual(
        readServer({ ...http, url_plant: given }),
        { url_plant, host, is_https: false },
        given,
      );
  });

  it('has the scheme that is_https says, and its own where that is left out', () => {
    const schemeFor = (url_plant: string, is_https?: boolean) =>
      readServer({ url_plant, port: 8443, is_https });
    const host = 'cameras.example';
    const [open, secure] = [`http://${host}`, `https://${host}`];
    for (const given of [open, secure, host]) {
      assert.deepEqual(schemeFor(given, true), { url_plant: secure, host, is_https: true }, given);
      assert.deepEqual(schemeFor(given, false), { url_plant: open, host, is_https: false }, given);
    }
    assert.deepEqual(schemeFor(secure), { url_plant: secure, host, is_https: true });
    assert.deepEqual(schemeFor(host), { url_plant: open, host, is_https: false });
  });

  it('is refused where it is none, or says more than where', () => {
    const REFUSED: [given: string, fault: string][] = [
      ['', 'address'],
      ['http://', 'address'],
      ['a b', 'address'],
      ['javascript:alert(1)', 'address'],
      ['ftp://cameras.example', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['http://admin:secret@cameras.example', 'credentials'],
      ['admin@cameras.example', 'credentials'],
      ['http://cameras.example:8080', 'port'],
      ['http://cameras.example?channel=1', 'query'],
      ['http://cameras.example#1', 'query'],
    ];
    for (const [given, fault] of REFUSED)
      assert.deepEqual(readServer({ ...http, url_plant: given }), { fault }, given);
  });

  it('and the number of a stream come to the address of a picture on that very host', () => {
    const server = { url_plant: 'https://cameras.example/nvr', port: 8443, is_https: true };
    assert.equal(originOf(server), 'https://cameras.example:8443');
    const of = (picture_path: string) => pictureUrl({ ...server, picture_path }, 12);
    assert.equal(of('/snapshot/{cam_num}'), 'https://cameras.example:8443/nvr/snapshot/12');
    assert.equal(
      of('/cgi?channel={cam_num}&s={cam_num}01'),
      'https://cameras.example:8443/nvr/cgi?channel=12&s=1201',
    );
    for (const path of ['/@evil.example/', '//evil.example/', '/../../x', '/\\evil.example'])
      assert.equal(new URL(of(path)).host, 'cameras.example:8443', path);
  });

  it("has a picture's path that holds no password", () => {
    assert.equal(pathFault('/ISAPI/Streaming/channels/{cam_num}01/picture'), undefined);
    assert.equal(pathFault('/cgi-bin/snapshot.cgi?channel={cam_num}&key_frame=1'), undefined);
    for (const path of ['', 'snapshot', '/a b', '/a#b', '/\u00e8'])
      assert.equal(pathFault(path), 'path', path);
    for (const path of ['/s?user=a&pwd=b', '/s?c=1&PASSWORD=x', '/s?token=t'])
      assert.equal(pathFault(path), 'path_credentials', path);
  });
});
