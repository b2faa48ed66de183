import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paragraphsOf } from './mail-text.model.ts';

const here = new URL('http://127.0.0.1:3000/outbox');

describe('the text of a mail', () => {
  it('joins the lines of a paragraph, leaves an address on its own, and knows what stands under every mail', () => {
    const body =
      'Ciao, questa riga\nfinisce qui.\n\nApri questo indirizzo:\nhttp://127.0.0.1:3000/recover?token=abc\n\n-- \nMessaggio\nautomatico.\n';
    assert.deepEqual(paragraphsOf(body, here), [
      { pieces: [{ text: 'Ciao, questa riga finisce qui.' }], standing: false },
      {
        pieces: [
          { text: 'Apri questo indirizzo:\n' },
          { text: 'http://127.0.0.1:3000/recover?token=abc', to: '/recover?token=abc' },
        ],
        standing: false,
      },
      { pieces: [{ text: 'Messaggio automatico.' }], standing: true },
    ]);
  });

  it('makes links of this portal only', () => {
    const links = (text: string) =>
      paragraphsOf(text, here).flatMap(({ pieces }) => pieces.map(({ to }) => to));
    assert.deepEqual(links('http://localhost:3000/register?invitation=x#top'), [
      '/register?invitation=x#top',
    ]);
    for (const strange of [
      'http://127.0.0.1:3001/recover',
      'https://127.0.0.1:3000/recover',
      'http://127.0.0.1.evil.example:3000/recover',
      'http://evil.example/@127.0.0.1:3000',
      'http://127.0.0.1:3000@evil.example/',
      'javascript:alert(1)',
      'http://',
    ])
      assert.deepEqual(links(strange), [undefined], strange);
  });
});
