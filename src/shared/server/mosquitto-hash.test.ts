import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashForBroker, matchesBrokerHash } from './mosquitto-hash.ts';

describe('a hash in the form of mosquitto', () => {
  it('matches its secret and no other, and is another one each time', async () => {
    const [one, two] = [await hashForBroker('a secret'), await hashForBroker('a secret')];
    assert.notEqual(one, two);
    assert.match(one, /^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/);
    assert.equal(await matchesBrokerHash('a secret', one), true);
    assert.equal(await matchesBrokerHash(Buffer.from('a secret'), two), true);
    assert.equal(await matchesBrokerHash('A secret', one), false);
    assert.equal(await matchesBrokerHash('', one), false);
  });

  it('matches what mosquitto_passwd 2.0.11 made', async () => {
    const made =
      '$7$101$fYVfzB0QIsup95px$uuof9iUeNFct3HwW/HOhPlGw0yEigh6wvG+93/X/0M28N7Db6ST9K8lnZuw0JOlRVJJiMa7U7NelLeTLjwzXpw==';
    assert.equal(await matchesBrokerHash('from mosquitto', made), true);
    assert.equal(await matchesBrokerHash('from Mosquitto', made), false);
  });

  it('never matches anything of another form, nor asks for work without end', async () => {
    const good = await hashForBroker('x');
    for (const bad of ['', 'x', '$6$a$b', good.slice(0, -4), good.replace('$101$', '$900000$'), `${good}x`])
      assert.equal(await matchesBrokerHash('x', bad), false, bad);
  });
});
