import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownSystemUser } from './system-user.ts';

const OTHERS = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n';
const OURS = 'meridiana:x:997:995::/home/meridiana:/usr/sbin/nologin\n';

/** A machine with one command that makes users, and a list of them. */
function machineWith(users: string, command: string | undefined) {
  const ran: string[] = [];
  let list = users;
  return {
    ran,
    users: () => list,
    run(asked: string) {
      ran.push(asked);
      if (asked !== command) return false;
      list += OURS;
      return true;
    },
  };
}

describe('the system user of PostgreSQL', () => {
  it('is taken where it stands, and made where a command can', () => {
    const standing = machineWith(OTHERS + OURS, 'useradd');
    assert.deepEqual(ownSystemUser(standing), { uid: 997, gid: 995 });
    assert.deepEqual(standing.ran, []);
    for (const command of ['useradd', 'adduser'])
      assert.deepEqual(ownSystemUser(machineWith(OTHERS, command)), { uid: 997, gid: 995 });
  });

  it("is left to the caller where none can be made, or where the name is root's", () => {
    assert.equal(ownSystemUser(machineWith(OTHERS, undefined)), undefined);
    assert.equal(ownSystemUser(machineWith('meridiana:x:0:0::/root:/bin/sh\n', undefined)), undefined);
    assert.equal(ownSystemUser(machineWith('', undefined)), undefined);
  });
});
