import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMembers } from './members-file.model.ts';

const HEAD = ['Nome', 'Ruolo', 'Tipo', 'POD', 'Dal', 'Al', 'Livello', 'Email', 'Telefono'];
const told = (...rows: (string | number | null)[][]) =>
  readMembers([HEAD, ...rows]).faults.map(({ row, column, code }) => `${row} ${column} ${code}`);

describe('a file of members', () => {
  it('is read in either language, with days as spreadsheets write them, a POD in each row', () => {
    const { members, faults, ignored } = readMembers([
      [],
      HEAD,
      ['Anna', 'prosumer', 'Famiglia', 'IT001E00000001', '01/02/2026', '', 2, 'anna@example.org', '055'],
      ['Bruno', 'Consumatore', null, null, null, null, null, '', ''],
      ['', null, '', '', '', '', '', '', ''],
      ['Anna', '', '', 'IT001E00000002', '2026-03-01T00:00:00.000Z', '31.12.2026', '', '', ''],
    ]);
    assert.deepEqual([faults, ignored], [[], ['telefono']]);
    const [anna, bruno] = members;
    assert.deepEqual(
      anna?.pods.map(({ row, from_on, until_on }) => [row, from_on, until_on]),
      [
        [3, '2026-02-01', null],
        [6, '2026-03-01', '2026-12-31'],
      ],
    );
    assert.deepEqual([anna?.role, anna?.kind, anna?.level], ['prosumer', 'family', 2]);
    assert.deepEqual(bruno, { row: 4, name: 'Bruno', role: 'consumer', pods: [] });
  });

  it('names each fault by row and column', () => {
    assert.deepEqual(
      told(
        ['', 'prosumer'],
        ['A', 'chief', 'club', '', '', '', 2.5],
        ['B', 'consumer', '', 'IT001E00000001', '31/02/2026'],
        ['C', 'consumer', '', 'IT001E00000001', ''],
        ['D', 'consumer'],
        ['D', 'producer'],
      ),
      [
        '2 name no_name',
        '3 role role',
        '3 kind kind',
        '3 level level',
        '4 from_on date',
        '5 from_on no_from',
        '7 role differs',
      ],
    );
    assert.deepEqual(readMembers([['a', 'b']]).faults, [{ row: 1, column: '', code: 'no_head' }]);
    assert.deepEqual(
      readMembers([]).faults.map(({ code }) => code),
      ['no_head'],
    );
  });
});
