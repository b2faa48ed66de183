import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPayments } from './payment-file.model.ts';

const OF = { proj_code: 'AUR-001', known: new Set(['F-0']) };

describe('a statement of payments', () => {
  it('is read with Italian heads, dates and amounts', () => {
    const text =
      '\uFEFFImpianto;Mese;Tipo;Importo;Data;Documento\r\nAUR-001;06/2026;Conto Energia;1.234,56;31/08/2026;F-1\r\n;2026-07;rid;-12,5;;\r\n';
    assert.deepEqual(readPayments(text, OF), {
      lines: [
        {
          ...{ line: 2, month: '2026-06', kind: 'incentive', amount_eur: 1234.56, paid_on: '2026-08-31' },
          reference: 'F-1',
        },
        { line: 3, month: '2026-07', kind: 'rid', amount_eur: -12.5, paid_on: null, reference: '' },
      ],
    });
  });

  it('is refused with line and reason, and nothing of it is read', () => {
    const codes = (body: string) => {
      const read = readPayments(`month,amount,kind,paid_on,reference,plant\n${body}`, OF);
      return 'faults' in read ? read.faults.map(({ line, code }) => `${line} ${code}`) : read.lines.length;
    };
    assert.deepEqual(
      codes(
        '2026-13,1\n2026-06,1.234.5\n2026-06,1,sun\n2026-06,1,,31/02/2026\n2026-06,1,,,,OTHER\n2026-06,1',
      ),
      ['2 month', '3 amount', '4 kind', '5 date', '6 other_plant'],
    );
    assert.deepEqual(codes('2026-06,1,,,F-0\n2026-06,1,,,F-9\n2026-06,1,,,F-9'), ['2 known', '4 repeated']);
    assert.equal(codes('2026-06,1\n2026-06,1'), 2);
    assert.deepEqual(readPayments('a;b\n1;2', OF), { faults: [{ line: 1, code: 'head' }] });
  });
});
