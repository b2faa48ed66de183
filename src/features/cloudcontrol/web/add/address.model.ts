import type { AddSearch } from './add-search.ts';
import type { Draft } from './draft.model.ts';

/** What the address says of the devices to add. */
export const draftOf = (search: AddSearch): Draft => ({
  how: search.how,
  proj_code: search.plant,
  port_id: search.port_id,
  host: search.host,
  port: search.tcp,
  framer: search.framer,
  timeout_ms: search.timeout_ms,
  units: search.units,
  base: search.base,
  kind: search.like === '' ? search.kind : 'like',
  template_key: search.template,
  like_id: search.like,
  way: search.way,
  addresses: search.addresses,
  unit: search.unit,
  pattern: search.names,
  start: search.first,
  power: search.kw,
  section_id: search.section,
});

/** The address of what was typed. */
export const searchOf = (draft: Draft): Omit<AddSearch, 'step' | 'added'> => ({
  how: draft.how,
  plant: draft.proj_code,
  port_id: draft.port_id,
  host: draft.host,
  tcp: draft.port,
  framer: draft.framer,
  timeout_ms: draft.timeout_ms,
  units: draft.units,
  base: draft.base,
  kind: draft.kind,
  template: draft.template_key,
  like: draft.kind === 'like' ? draft.like_id : '',
  way: draft.way,
  addresses: draft.addresses,
  unit: draft.unit,
  names: draft.pattern,
  first: draft.start,
  kw: draft.power,
  section: draft.section_id,
});
