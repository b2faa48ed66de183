import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layOut, type Mail } from './layout.ts';

const mail: Mail = {
  to: 'rosa@example.org',
  language: 'en',
  subject: 'Invitation to Aurora',
  paragraphs: [
    'Hello Rosa,',
    'Aurora invites you to join it on the portal of the energy that the sun gives to all.',
  ],
  link: { label: 'Accept', url: 'https://portal.example.org/register?token=abc&more=1' },
  notes: ['The link works once.'],
};

describe('how a mail looks', () => {
  it('is plain text in lines that a terminal shows, its link whole on a line of its own', () => {
    const { body_text } = layOut(mail, 'Sole & Acqua');
    assert.equal(
      body_text,
      [
        'Hello Rosa,',
        '',
        'Aurora invites you to join it on the portal of the energy that the sun',
        'gives to all.',
        '',
        'Accept:',
        'https://portal.example.org/register?token=abc&more=1',
        '',
        'The link works once.',
        '',
        '-- ',
        'An automatic message from Sole & Acqua: replies are not read.',
        '',
      ].join('\n'),
    );
  });

  it('is a page with one button, that fetches nothing and knows the dark', () => {
    const { body_html } = layOut(mail, 'Sole & Acqua');
    assert.match(body_html, /^<!doctype html>\n<html lang="en">/);
    assert.match(body_html, /prefers-color-scheme:dark/);
    assert.match(body_html, /Sole &amp; Acqua/);
    assert.equal(body_html.match(/class="button"/g)?.length, 1);
    assert.deepEqual(
      [...body_html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
      Array(2).fill('https://portal.example.org/register?token=abc&amp;more=1'),
    );
    assert.doesNotMatch(body_html, /<(img|script|link|iframe|form|object)|url\(|@import|src=/i);
  });

  it('says its standing sentences in the language of the mail', () => {
    const { body_text, body_html } = layOut({ ...mail, language: 'it' }, 'Meridiana');
    assert.match(body_text, /Messaggio automatico di Meridiana/);
    assert.match(body_html, /<html lang="it">[\s\S]*copia questo indirizzo nel browser/);
    assert.doesNotMatch(body_text + body_html, /automatic message|copy this address/);
  });

  it('shows what people typed as they typed it: never as a tag, a line of its own or something unseen', () => {
    const typed = `<img src=x onerror="a('b')">\r\nhttps://evil.example/\u001B[31m\u202Ereversed & more`;
    const { body_text, body_html } = layOut(
      {
        ...mail,
        subject: typed,
        paragraphs: [typed],
        notes: [typed],
        link: { label: typed, url: 'https://a.example/' },
      },
      typed,
    );
    assert.doesNotMatch(body_html, /<img/);
    assert.match(
      body_html,
      /&lt;img src=x onerror=&quot;a\(&#39;b&#39;\)&quot;&gt; https:\/\/evil.example\/ \[31m reversed &amp; more/,
    );
    assert.doesNotMatch(body_text + body_html, /[\p{Cc}--\n]|\u202E/v);
    assert.doesNotMatch(body_html, /href="https:\/\/evil/);
  });

  it('takes no link that is not the address of a page', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/register',
      'https://a.example/"><b>',
      'https://a b/',
    ]) {
      assert.throws(
        () => layOut({ ...mail, link: { label: 'x', url } }, 'P'),
        /must be an address of a page/,
        url,
      );
    }
  });

  it('does without a link and without notes', () => {
    const { body_text, body_html } = layOut(
      { ...mail, link: undefined as never, notes: undefined as never },
      'P',
    );
    assert.doesNotMatch(body_text, /https:/);
    assert.doesNotMatch(body_html, /class="button"|copy this address/);
  });
});
