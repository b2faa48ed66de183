import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOf } from '../../../shared/server/language.ts';
import { detailText } from './alarm-details.ts';
import { alarmMessage } from './alarm-messages.ts';

describe("an alarm's sentence", () => {
  it('is in the language that the reader prefers', () => {
    assert.equal(languageOf('it-IT,it;q=0.9,en;q=0.8'), 'it');
    assert.equal(languageOf('en;q=0.8, it;q=0.9'), 'it');
    assert.equal(languageOf('de-DE,de;q=0.9,it;q=0'), 'en');
    assert.equal(languageOf('fr'), 'en');
    assert.equal(languageOf(undefined), 'en');
  });
  it('says of an inverter in fault what the inverter says', () => {
    const params = {
      state_table: 'sungrow-sg-state',
      state: 21_760,
      event_table: 'sungrow-sg-events',
      event: 39,
    };
    assert.equal(
      alarmMessage('inverter_fault', 'en', params),
      'Inverter fault – Fault (21760), Insulation too low (39)',
    );
    assert.equal(alarmMessage('inverter_fault', 'it', {}), 'Guasto inverter');
    assert.equal(alarmMessage('no_data', 'en', params), 'No data received in the last hour');
  });
  it('is the one of the specification', () => {
    assert.equal(alarmMessage('no_data', 'en'), 'No data received in the last hour');
    assert.equal(alarmMessage('device_silent', 'en'), 'Error reading all registers of at least one device');
  });

  it('says beyond the sentence which port and why, and nothing that is not known', () => {
    const lost = { port: 'gateway', reason: 'connect_failed' };
    assert.equal(detailText('connection_lost', lost, 'it'), 'porta gateway, Nessuna connessione');
    const late = { reason: 'timeout', reason_timeout_ms: 3000 };
    assert.equal(detailText('device_silent', late, 'it'), 'Nessuna risposta entro 3000 ms');
    assert.equal(detailText('no_data', {}, 'en'), null);
    // (90 − 100) / 100 = −10 %: of the day that the figures are of, where the month is not over.
    const meter = { meter_id: 1, serial_number: 'M1', month: '2026-05', side: 'gse' };
    const differs = { ...meter, own_kwh: 90, other_kwh: 100, threshold_pct: 3 };
    const said = (day: string | null, language: 'en' | 'it') =>
      detailText('meter_difference', { ...differs, day }, language);
    assert.equal(said(null, 'en'), 'meter M1, 05/2026, against GSE: -10 %, threshold 3 %');
    assert.equal(said('2026-05-09', 'en'), 'meter M1, 09/05/2026, against GSE: -10 %, threshold 3 %');
    assert.equal(said('2026-05-09', 'it'), 'contatore M1, 09/05/2026, rispetto al GSE: -10 %, soglia 3 %');
  });
});
