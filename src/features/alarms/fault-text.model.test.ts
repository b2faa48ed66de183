import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultText, nameKeyOf } from './fault-text.model.ts';

describe('what an inverter said of its fault', () => {
  it('is its state and its events, in both languages', () => {
    const huawei = {
      state_table: 'huawei-sun2000-state',
      state: 768,
      event_table: 'huawei-sun2000-alarm-2',
      event: 4,
    };
    assert.equal(faultText(huawei, 'en'), 'Stopped by a fault (768), Insulation too low (2062)');
    assert.equal(faultText(huawei, 'it'), 'Arresto per guasto (768), Isolamento troppo basso (2062)');
    const sunspec = { state_table: null, state: 7, event_table: 'sunspec-103-evt1', event: 0 };
    assert.equal(faultText(sunspec, 'it'), 'Guasto (7)');
  });

  it('says of a number that no list knows that it stands alone, and nothing where there is no number', () => {
    const of = (event_table: string | null, event: number, state = 7) => ({
      state_table: null,
      state,
      event_table,
      event,
    });
    assert.equal(faultText(of('sma-events', 40), 'en'), 'Fault (7), code 40, not in the list of this device');
    assert.equal(
      faultText(of(null, 3501), 'it'),
      'Guasto (7), codice 3501, di cui questo dispositivo non ha elenco',
    );
    assert.equal(faultText(of(null, 0, 77), 'en'), 'state 77, not in the list of this device');
    assert.equal(faultText({}, 'en'), null);
    assert.equal(faultText({ state: '7' }, 'en'), null);
  });

  it('calls an engine or a turbine in fault what it is, wherever its alarm is named', () => {
    assert.equal(nameKeyOf('inverter_fault', { category: 'generator' }), 'message_generator');
    assert.equal(nameKeyOf('inverter_fault', {}), 'name.inverter_fault');
    assert.equal(nameKeyOf('no_production', { category: 'generator' }), 'name.no_production');
  });
});
