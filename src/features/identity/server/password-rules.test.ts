import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordFault } from './password-rules.ts';

const anna = { email: 'anna.rossi@solare-alfa.it', name: 'Anna Maria Rossi' };
const faultOf = (password: string) => passwordFault(password, anna);

describe('a password', () => {
  it('has twelve characters or more, as a person counts them', () => {
    assert.equal(faultOf('tre paroline'), undefined);
    assert.equal(faultOf('tre parolin'), 'password_short');
    assert.equal(faultOf('🌞🌞🐝🌧️⚡🍋'), 'password_short');
    assert.equal(faultOf('e\u0301'.repeat(11)), 'password_short', 'a letter and its accent are one');
    assert.equal(faultOf('日照発電所の朝は静かで美しい'), undefined);
  });

  it('needs no capitals, digits or signs', () => {
    for (const password of [
      'cavallo corretto batteria',
      'solepiovegrandinevento',
      '804719263518',
      'IL GATTO SUL TETTO',
    ]) {
      assert.equal(faultOf(password), undefined, password);
    }
  });

  it('is none of the commonest, in whatever case', () => {
    for (const password of [
      'administrator',
      'Unbelievable',
      '1qaz2wsx3edc',
      'QWERTY123456',
      'finalfantasy',
    ]) {
      assert.equal(faultOf(password), 'password_common', password);
    }
  });

  it('is no short text written again and again', () => {
    for (const password of [
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'solesolesole',
      'tramonto tramonto ',
      '12121212121212',
      'passwordpassword',
    ]) {
      assert.equal(faultOf(password), 'password_common', password);
    }
    assert.equal(faultOf('il sole sorge a est il sole sorge a est '), undefined, 'long enough by itself');
  });

  it('is no plain sequence', () => {
    for (const password of [
      'abcdefghijkl',
      'LKJIHGFEDCBA',
      '123456789012',
      '098765432109',
      'qwertyuiopas',
      'qwerty-123456',
      'abcd.1234.efgh',
    ]) {
      assert.equal(faultOf(password), 'password_common', password);
    }
  });

  it("is not made of the person's own name or address", () => {
    for (const password of [
      'anna.rossi@solare-alfa.it',
      'AnnaMariaRossi',
      'rossi anna maria',
      'annarossi2024',
      'anna.rossi.1',
      'solare-alfa.it1',
    ]) {
      assert.equal(faultOf(password), 'password_personal', password);
    }
    assert.equal(faultOf('anna mangia il gelato'), undefined);
  });
});
