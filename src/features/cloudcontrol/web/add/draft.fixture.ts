import type { Draft } from './draft.model.ts';
import type { FindTyped } from './find-form.model.ts';

/** A question to the field into which nothing was typed yet. */
export const blankFind = (proj_code: string, port_id: string): FindTyped => ({
  proj_code,
  port_id,
  host: '',
  port: '502',
  units: '1',
  framer: 'tcp',
  timeout_ms: '2000',
  base: '',
});

/** What nothing was typed into yet. */
export const blankDraft = (proj_code: string): Draft => ({
  ...blankFind(proj_code, ''),
  how: 'found',
  kind: 'template',
  template_key: '',
  like_id: '',
  way: 'addresses',
  addresses: '',
  unit: '1',
  pattern: '',
  start: '',
  power: '',
  section_id: '',
});
