import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ibanOf, isIban, maskedIban } from './iban.model.ts';
import { paymentsOf } from './payments.model.ts';
import { type PaymentOrder, painXml, sepaText } from './sepa.model.ts';
import type { StatementContent } from './statements.contract.ts';

// Examples that the registry of IBANs publishes.
const KNOWN = [
  'IT60X0542811101000000123456',
  'DE89370400440532013000',
  'NO9386011117947',
  'SM86U0322509800000000270100',
];

describe('an IBAN', () => {
  it('is taken in any spelling, and not with a sign mistyped, left out or exchanged', () => {
    for (const iban of KNOWN) {
      assert.ok(
        isIban(
          ibanOf(
            ` ${iban
              .match(/.{1,4}/g)
              ?.join(' ')
              .toLowerCase()} `,
          ),
        ),
        iban,
      );
      assert.ok(!isIban(iban.slice(0, -1)), iban);
      assert.ok(!isIban(`${iban.slice(0, -1)}${iban.endsWith('0') ? '1' : '0'}`), iban);
    }
    assert.ok(!isIban('DE89370400440532031000'), 'two digits exchanged');
    for (const other of ['', 'IT60', 'US64SVBKUS6S3300958879', 'IT00X0542811101000000123456'])
      assert.ok(!isIban(other), other);
    assert.equal(maskedIban(KNOWN[0] ?? ''), 'IT•• •••• 3456');
  });
});

describe('a SEPA file', () => {
  it('holds signs that every bank takes, and never more than its place', () => {
    assert.equal(sepaText('  Società "È già" & Figli – Łódź 🌞 ', 70), "Societa 'E gia' + Figli - Lodz");
    assert.equal(sepaText('//a//b/', 70), 'a/b');
    assert.equal(sepaText('Straße', 5), 'Stras');
    assert.equal(sepaText('日本 …', 70), '');
  });

  const order: PaymentOrder = {
    version: '03',
    id: 'CER-2026-6-0a1b2c3d',
    made_at: new Date('2026-06-12T10:00:00Z'),
    on: '2026-06-15',
    debtor: { name: 'CER <Valle> & Co', iban: KNOWN[0] ?? '', bic: '', cuc: '0123456A' },
    transfers: [
      { id: 'CER-2026-6-1', name: 'Anna', iban: KNOWN[1] ?? '', cents: 5, text: 'Valle, 2026-05, 6/2026' },
      { id: 'CER-2026-6-2', name: 'Bruno', iban: KNOWN[2] ?? '', cents: 123_456, text: 'x'.repeat(200) },
    ],
  };

  it('says in each version what its schema wants, with sums that agree', () => {
    const [three, nine] = [
      painXml(order),
      painXml({ ...order, version: '09', debtor: { ...order.debtor, bic: 'BLOPIT22' } }),
    ];
    assert.match(
      three,
      /<NbOfTxs>2<\/NbOfTxs><CtrlSum>1234\.61<\/CtrlSum>.*<NbOfTxs>2<\/NbOfTxs><CtrlSum>1234\.61<\/CtrlSum>/s,
    );
    assert.match(three, /<InstdAmt Ccy="EUR">0\.05<\/InstdAmt>.*<InstdAmt Ccy="EUR">1234\.56<\/InstdAmt>/s);
    assert.match(three, /<ReqdExctnDt>2026-06-15<\/ReqdExctnDt>.*<Othr><Id>NOTPROVIDED<\/Id><\/Othr>/s);
    assert.match(
      nine,
      /pain\.001\.001\.09.*<ReqdExctnDt><Dt>2026-06-15<\/Dt><\/ReqdExctnDt>.*<BICFI>BLOPIT22<\/BICFI>/s,
    );
    for (const [, text = ''] of three.matchAll(/>([^<\n]+)</g))
      assert.match(text, /^[A-Za-z0-9/\-?:().,'+ ]*(&amp;)?[A-Za-z0-9/\-?:().,'+ ]*$/);
    assert.ok(three.includes(`<Ustrd>${'x'.repeat(140)}</Ustrd>`));
  });
});

describe('payments of a statement', () => {
  const member = (id: number, change_cents: number) => ({ id, name: `Member ${id}`, change_cents });
  const line = (part: string, cents: number, more: object) => ({
    part,
    member_id: null,
    proj_code: null,
    name: '',
    change: { cents },
    ...more,
  });
  const content = {
    members: [member(1, 1200), member(2, 300), member(3, -50), member(4, 0)],
    lines: [
      line('management', 150, {}),
      line('producer', 400, { proj_code: 'P1', name: 'Roof' }),
      line('producer', 700, { member_id: 1 }),
      line('consumer', 500, { member_id: 1 }),
      line('consumer', 300, { member_id: 2 }),
      line('consumer', -50, { member_id: 3 }),
    ],
  } as unknown as StatementContent;

  it('come to the statement to the cent, and name whoever cannot be paid', () => {
    const { paid, left_out, paid_cents, left_out_cents } = paymentsOf(content, [
      { id: 1, iban: 'DE89370400440532013000', account_holder: 'Anna Bianchi' },
      { id: 3, iban: 'NO9386011117947', account_holder: '' },
    ]);
    assert.deepEqual(
      paid.map(({ holder, cents }) => [holder, cents]),
      [['Anna Bianchi', 1200]],
    );
    assert.deepEqual(
      left_out.map(({ name, cents, reason }) => [name, cents, reason]),
      [
        ['', 150, 'kept'],
        ['Roof', 400, 'plant_owner'],
        ['Member 2', 300, 'no_iban'],
        ['Member 3', -50, 'taken_back'],
      ],
    );
    assert.equal(
      paid_cents + left_out_cents,
      content.lines.reduce((sum, { change }) => sum + change.cents, 0),
    );
  });
});
