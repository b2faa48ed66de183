import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCalendar, writeCalendar } from './ical.model.ts';

const ROME = 'Europe/Rome';
const short = (ms: number): string => new Date(ms).toISOString().replace(':00.000Z', 'Z');
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

function periods(text: string, until_on?: string): [start: string, end: string][] {
  const read = readCalendar(text, { zone: ROME, until_on });
  assert.ok('items' in read, JSON.stringify(read));
  return read.items.map(({ start, end }) => [short(start), short(end)]);
}
const days = (text: string, until_on?: string): string[] =>
  periods(text, until_on).map(([start]) => start.slice(0, 10));
/** The days of a rule, at noon in Rome. */
const ruled = (start: string, rule: string, ...more: string[]): string[] =>
  days(
    calendar(event(`DTSTART;TZID=Europe/Rome:${start}T120000`, 'DURATION:PT1H', `RRULE:${rule}`, ...more)),
  );
function faults(text: string) {
  const read = readCalendar(text, { zone: ROME });
  assert.ok('faults' in read, JSON.stringify(read).slice(0, 200));
  return read.faults.map(({ line, code, what }) => (what === undefined ? [line, code] : [line, code, what]));
}

describe('a calendar as iCalendar', () => {
  it('is read as it was written, with what other calendars said by rules', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=Europe/Rome:20261024T220000',
        'DTEND;TZID=Europe/Rome:20261025T060000',
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
      event(
        'DTSTART;TZID=Europe/Rome:20261102T080000',
        'DTEND;TZID=Europe/Rome:20261102T180000',
        'SUMMARY:Lavorativo',
      ),
    );
    const read = readCalendar(text, { zone: ROME });
    assert.ok('items' in read && read.items.length === 3);
    const written = writeCalendar({ name: 'SUNNY; north, 1', items: read.items, now: 0 });
    assert.match(written, /^BEGIN:VCALENDAR\r\n/);
    assert.match(written, /X-WR-CALNAME:SUNNY\\; north\\, 1\r\n/);
    assert.deepEqual(readCalendar(written, { zone: 'Asia/Tokyo' }), read);
    assert.deepEqual(
      read.items.map(({ working }) => working),
      [false, false, true],
    );
  });

  it('comes again by the clock of its zone: nights of 7 and 9 hours, days of 23 and 25', () => {
    const nights = (start: string) =>
      calendar(
        event(
          `DTSTART;TZID=Europe/Rome:${start}T220000`,
          `DTEND;TZID=Europe/Rome:${Number(start) + 1}T060000`,
          'RRULE:FREQ=DAILY;COUNT=2',
        ),
      );
    assert.deepEqual(periods(nights('20260328')), [
      ['2026-03-28T21:00Z', '2026-03-29T04:00Z'],
      ['2026-03-29T20:00Z', '2026-03-30T04:00Z'],
    ]);
    assert.deepEqual(periods(nights('20261024')), [
      ['2026-10-24T20:00Z', '2026-10-25T05:00Z'],
      ['2026-10-25T21:00Z', '2026-10-26T05:00Z'],
    ]);
    const whole = (start: string) =>
      calendar(event(`DTSTART;VALUE=DATE:${start}`, 'RRULE:FREQ=WEEKLY;COUNT=2'));
    assert.deepEqual(periods(whole('20260322')), [
      ['2026-03-21T23:00Z', '2026-03-22T23:00Z'],
      ['2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ]);
    assert.deepEqual(periods(whole('20261018'))[1], ['2026-10-24T22:00Z', '2026-10-25T23:00Z']);
    // Skipped at two: as before the change. Shown twice: the first. Times without a zone are the plant's.
    const single = (start: string) => calendar(event(`DTSTART:${start}`, 'DURATION:PT15M'));
    assert.deepEqual(periods(single('20260329T023000')), [['2026-03-29T01:30Z', '2026-03-29T01:45Z']]);
    assert.deepEqual(periods(single('20261025T023000')), [['2026-10-25T00:30Z', '2026-10-25T00:45Z']]);
    // Days of a duration are the clock's, hours are hours.
    const lasting = (text: string) =>
      periods(calendar(event('DTSTART:20260328T120000', `DURATION:${text}`)))[0]?.[1];
    assert.deepEqual([lasting('P1D'), lasting('PT24H')], ['2026-03-29T10:00Z', '2026-03-29T11:00Z']);
  });

  it('follows rules of days, weeks, months and years', () => {
    assert.deepEqual(ruled('20260130', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=4'), [
      '2026-01-30',
      '2026-02-27',
      '2026-03-27',
      '2026-04-24',
    ]);
    assert.deepEqual(ruled('20260130', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=4'), [
      '2026-01-30',
      '2026-02-27',
      '2026-03-31',
      '2026-04-30',
    ]);
    assert.deepEqual(ruled('20260131', 'FREQ=MONTHLY;COUNT=3'), ['2026-01-31', '2026-03-31', '2026-05-31']);
    assert.deepEqual(ruled('20260228', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3'), [
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
    assert.deepEqual(ruled('20240229', 'FREQ=YEARLY;UNTIL=20330101'), [
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ]);
    assert.deepEqual(ruled('20260105', 'FREQ=DAILY;INTERVAL=10;BYMONTH=1,3;COUNT=5'), [
      '2026-01-05',
      '2026-01-15',
      '2026-01-25',
      '2026-03-06',
      '2026-03-16',
    ]);
    // The last Monday of May, and the twentieth of the year.
    assert.deepEqual(ruled('20260525', 'FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=2'), [
      '2026-05-25',
      '2027-05-31',
    ]);
    assert.deepEqual(ruled('19970519', 'FREQ=YEARLY;BYDAY=20MO;COUNT=3'), [
      '1997-05-19',
      '1998-05-18',
      '1999-05-17',
    ]);
    // What a fortnight is hangs on the day that weeks begin with. // RFC 5545 §3.8.5.3
    assert.deepEqual(ruled('19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'), [
      '1997-08-05',
      '1997-08-10',
      '1997-08-19',
      '1997-08-24',
    ]);
    assert.deepEqual(ruled('19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'), [
      '1997-08-05',
      '1997-08-17',
      '1997-08-19',
      '1997-08-31',
    ]);
  });

  it('leaves out exceptions, adds further dates, and moves or cancels single times', () => {
    const series = [
      'UID:1',
      'DTSTART;TZID=Europe/Rome:20260601T120000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=5',
      // Exceptions count for COUNT; one is named by its day alone.
      'EXDATE;TZID=Europe/Rome:20260602T120000',
      'EXDATE;VALUE=DATE:20260603',
      'RDATE:20260620T100000Z',
      'RDATE;VALUE=PERIOD:20260621T100000Z/PT30M',
      'BEGIN:VALARM',
      'TRIGGER:-PT10M',
      'DURATION:PT5M',
      'END:VALARM',
    ];
    const moved = [
      'UID:1',
      'RECURRENCE-ID:20260604T100000Z',
      'DTSTART:20260604T140000Z',
      'DTEND:20260604T150000Z',
    ];
    const cancelled = ['UID:1', 'RECURRENCE-ID;TZID=Europe/Rome:20260605T120000', 'STATUS:CANCELLED'];
    assert.deepEqual(periods(calendar(event(...moved), event(...series), event(...cancelled))), [
      ['2026-06-01T10:00Z', '2026-06-01T11:00Z'],
      ['2026-06-04T14:00Z', '2026-06-04T15:00Z'],
      ['2026-06-20T10:00Z', '2026-06-20T11:00Z'],
      ['2026-06-21T10:00Z', '2026-06-21T10:30Z'],
    ]);
  });

  it('ends where it says, or where somebody says it is to', () => {
    const until = (text: string) => ruled('20260601', `FREQ=DAILY;UNTIL=${text}`).at(-1);
    // Noon in Rome is ten o'clock in summer.
    assert.deepEqual(['20260605T100000Z', '20260605T095959Z', '20260605T120000', '20260605'].map(until), [
      '2026-06-05',
      '2026-06-04',
      '2026-06-05',
      '2026-06-05',
    ]);
    const endless = (rule: string) =>
      calendar(event('DTSTART;VALUE=DATE:20260601', `RRULE:FREQ=WEEKLY;BYDAY=MO${rule}`));
    assert.deepEqual(faults(endless('')), [[4, 'no_end']]);
    assert.deepEqual(faults(endless(';UNTIL=99991231')), [[4, 'no_end']]);
    assert.deepEqual(faults(endless(';UNTIL=20260230')), [[4, 'no_times', 'UNTIL']]);
    assert.deepEqual(days(endless(''), '2026-06-15'), ['2026-05-31', '2026-06-07', '2026-06-14']);
  });

  it('knows zones by name, by the paths of some programs, and as the file describes them', () => {
    const at = (zone: string) => event(`DTSTART;TZID=${zone}:20260701T120000`, 'DURATION:PT1H');
    assert.equal(periods(calendar(at('/citadel.org/20210210_1/Europe/Rome')))[0]?.[0], '2026-07-01T10:00Z');
    const change = (kind: string, month: number, [from, to]: [string, string], time: string) => [
      `BEGIN:${kind}`,
      `DTSTART:16010101T${time}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
      `END:${kind}`,
    ];
    // As Outlook writes it: the name holds a colon, and it begins in 1601.
    const name = '"(UTC+01:00) Amsterdam, Berlin, Rome"';
    const zone = [
      'BEGIN:VTIMEZONE',
      `TZID:${name.replaceAll('"', '')}`,
      ...change('STANDARD', 10, ['+0200', '+0100'], '030000'),
      ...change('DAYLIGHT', 3, ['+0100', '+0200'], '020000'),
      'END:VTIMEZONE',
    ].join('\r\n');
    const daily = (start: string) =>
      event(`DTSTART;TZID=${name}:${start}`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
    assert.deepEqual(
      periods(
        calendar(zone, daily('20260328T120000'), daily('20261024T120000'), daily('20260103T120000')),
      ).map(([start]) => start),
      [
        '2026-01-03T11:00Z',
        '2026-01-04T11:00Z',
        '2026-03-28T11:00Z',
        '2026-03-29T10:00Z',
        '2026-10-24T10:00Z',
        '2026-10-25T11:00Z',
      ],
    );
    // The hour that is skipped, and the one that comes twice.
    const once = (start: string) => event(`DTSTART;TZID=${name}:${start}`, 'DURATION:PT15M');
    assert.deepEqual(
      periods(calendar(zone, once('20260329T023000'), once('20261025T023000'))).map(([start]) => start),
      ['2026-03-29T01:30Z', '2026-10-25T00:30Z'],
    );
    assert.deepEqual(faults(calendar(at('Rome Time'))), [[3, 'unknown_zone', 'Rome Time']]);
  });

  it('reads folded lines and whole days, and says which lines it cannot take', () => {
    const folded = event(
      'DTSTART;TZID=Europe',
      ' /Rome:20260302',
      '\tT080000',
      'DTEND:20260302T170000Z',
      'SUMMARY:working',
    );
    const day = event('DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260304', 'SUMMARY:Fermo');
    assert.deepEqual(periods(calendar(folded, day)), [
      ['2026-03-02T07:00Z', '2026-03-02T17:00Z'],
      ['2026-03-02T23:00Z', '2026-03-03T23:00Z'],
    ]);
    const bad = [
      event('DTSTART:20260302T180000Z', 'DTEND:20260302T080000Z'),
      event('DTSTART:20260230T180000Z', 'DTEND:20260302T080000Z'),
      event('DTSTART:20260302T180000Z'),
    ];
    assert.deepEqual(faults(calendar(...bad)), [
      [3, 'end_before_start'],
      [7, 'no_times', 'DTSTART'],
      [10, 'no_times', 'DTEND'],
    ]);
    assert.deepEqual(faults('start;end\n'), [[1, 'no_calendar']]);
    const torn = calendar(day).split('END:VEVENT')[0] ?? '';
    assert.deepEqual(faults(torn), [[2, 'cut_off', 'VEVENT']]);
  });

  it('refuses rules that it does not follow whole, and those that lead too far, at their lines', () => {
    const refused = (rule: string, ...more: string[]) =>
      faults(calendar(event('DTSTART:20260101T120000Z', 'DURATION:PT1H', `RRULE:${rule}`, ...more)));
    assert.deepEqual(refused('FREQ=DAILY;BYHOUR=8;COUNT=2'), [[5, 'unknown_rule', 'BYHOUR=8']]);
    assert.deepEqual(refused('FREQ=HOURLY;COUNT=2'), [[5, 'unknown_rule', 'FREQ=HOURLY']]);
    assert.deepEqual(refused('FREQ=DAILY;INTERVAL=0;COUNT=2'), [[5, 'unknown_rule', 'INTERVAL=0']]);
    assert.deepEqual(refused('FREQ=DAILY;COUNT=2', 'EXRULE:FREQ=DAILY'), [[6, 'unknown_rule', 'EXRULE']]);
    assert.deepEqual(
      faults(
        calendar(
          event('UID:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260101T120000Z', 'DTSTART:20260101T130000Z'),
        ),
      ),
      [[4, 'unknown_rule', 'RANGE=THISANDFUTURE']],
    );
    // 1 January 2026 is a Thursday. The 30th of February never comes.
    assert.deepEqual(refused('FREQ=WEEKLY;BYDAY=MO;COUNT=2'), [[5, 'start_beside_rule']]);
    assert.deepEqual(refused('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2'), [[5, 'start_beside_rule']]);
    assert.deepEqual(refused('FREQ=YEARLY;COUNT=300'), [[5, 'too_far']]);
    assert.deepEqual(refused('FREQ=DAILY;COUNT=99999'), [[5, 'too_many_periods']]);
    // Many rules that look at every day and come on few of them are given up together.
    const sparse = event(
      'DTSTART:20260101T120000Z',
      'DURATION:PT1M',
      'RRULE:FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1;COUNT=70',
    );
    const hostile = readCalendar(calendar(...Array.from({ length: 500 }, () => sparse)), { zone: ROME });
    assert.deepEqual('faults' in hostile && hostile.faults.map(({ code }) => code), ['too_much']);
    // A zone whose two hundred rules come on every day, and one of more days than any clock was changed on.
    const zoned = (lines: string[]) =>
      ['BEGIN:VTIMEZONE', 'TZID:Mine', ...lines, 'END:VTIMEZONE'].join('\r\n');
    const change = (line: string) => [
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0100',
      line,
      'END:STANDARD',
    ];
    const daily = 'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU';
    const rules = zoned(Array.from({ length: 200 }, () => change(daily)).flat());
    const dates = zoned(change(`RDATE:${Array.from({ length: 1500 }, () => '19800101T000000').join()}`));
    const yearly = event('DTSTART;TZID=Mine:20260101T120000', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;COUNT=70');
    assert.deepEqual(faults(calendar(rules, yearly)), [[2, 'too_much']]);
    assert.deepEqual(faults(calendar(dates, yearly)), [[12, 'unknown_zone', 'Mine']]);
    // One event of times without end costs as much as many events; here each takes a month of 250,000 days: four lines of 2,000, and part of the fifth.
    const times = Array.from({ length: 2000 }, () => '20260101T120000').join();
    const one = event('DTSTART:20260101T120000', 'DURATION:PT1H', ...Array(20).fill(`RDATE:${times}`));
    assert.deepEqual(faults(calendar(one)), [[9, 'too_much']]);
    // Zones are counted in the whole file, however many calendars it holds.
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 51);
    const each = zones.map((zone) =>
      calendar(event(`DTSTART;TZID=${zone}:20260101T120000`, 'DURATION:PT1H')),
    );
    assert.deepEqual(
      faults(each.join('')).map(([, code]) => code),
      ['too_much'],
    );
    const lasting = (start: string, end: string) =>
      faults(calendar(event(`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`)));
    assert.deepEqual(lasting('20260101', '20630101'), [[2, 'too_long']]);
    assert.deepEqual(lasting('19000101', '19000102'), [[2, 'out_of_years']]);
    const long = 'A'.repeat(300_000);
    assert.deepEqual(days(calendar(long, event(long, 'DTSTART;VALUE=DATE:20260302', `SUMMARY:${long}`))), [
      '2026-03-01',
    ]);
  });
});
