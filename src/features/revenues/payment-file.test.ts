import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPayments } from './payment-file.model.ts';

const OF = { proj_code: 'AUR-001', known: new Set(['F-0']), alike: new Set(['2026-05 rid 7.00 ']) };

describe('a statement of payments', () => {
  it('is read with Italian heads, dates and amounts', () => {
    const text =
      '\uFEFFImpianto;Mese;Tipo;Importo;Data;Documento\r\nAUR-001;06/2026;Conto Energia;1.234,56;31/08/2026;F-1\r\n;2026-07;rid;-12,5;;\r\n';
    assert.deepEqual(readPayments(text, OF), {
      lines: [
        {
          line: 2,
          month: '2026-06',
          kind: 'incentive',
          amount_eur: 1234.56,
          paid_on: '2026-08-31',
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
        '2026-13,1,,,,\n2026-06,1.234.5,,,,\n2026-06,1,sun,,,\n2026-06,1,,31/02/2026,,\n2026-06,1,,,,OTHER\n2026-06,1,,,,',
      ),
      ['2 month', '3 amount', '4 kind', '5 date', '6 other_plant'],
    );
    assert.deepEqual(codes('2026-06,1,,,F-0,\n2026-06,1,,,F-9,\n2026-06,1,,,F-9,'), [
      '2 known',
      '4 repeated',
    ]);
    // Without a reference the same payment is not booked twice.
    assert.deepEqual(codes('2026-06,1,,,,\n2026-06,1.00,,,,\n2026-05,7,RID,,,\n2026-05,7,RID,,F-8,'), [
      '3 alike',
      '4 alike',
    ]);
    // Twelve euros and a half, not twelve.
    assert.deepEqual(readPayments('month,amount\n2026-06,12,50', OF), {
      faults: [{ line: 2, code: 'cells' }],
    });
    assert.deepEqual(codes('2026-06,"1.012,50",,,F-7'), ['2 cells']);
    const quoted = readPayments('month,amount,reference\n2026-06,"1.012,50","F ""7"", A"', OF);
    assert.deepEqual('lines' in quoted && quoted.lines.map((one) => [one.amount_eur, one.reference]), [
      [1012.5, 'F "7", A'],
    ]);
    assert.deepEqual(readPayments('a;b\n1;2', OF), { faults: [{ line: 1, code: 'head' }] });
  });
});
