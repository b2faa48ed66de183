import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filledBy, isFilling, stepsOf } from './migration-steps.ts';

const steps = (sql: string): string[] =>
  stepsOf(sql, new Set(['alarm', 'plant'])).map((step) => step.replaceAll(/\s+/g, ' '));

describe('a migration of tables that are spread over several machines', () => {
  it('is given statement by statement, whole texts and bodies among them', () => {
    assert.deepEqual(
      steps(`-- a; comment\ncreate table t (n int); select 'it''s; one'; do $$ begin; end $$;`),
      ['create table t (n int)', `select 'it''s; one'`, 'do $$ begin; end $$'],
    );
  });

  it('adds a column and what must hold of it one after the other, by the name that PostgreSQL gives', () => {
    const added = `add column kind text not null default 'a' check (kind in ('a', 'b')), add column day date`;
    assert.deepEqual(steps(`alter table plant ${added}`), [
      `alter table plant add column kind text not null default 'a'`,
      `alter table plant add constraint plant_kind_check check (kind in ('a', 'b'))`,
      'alter table plant add column day date',
    ]);
    // A table that lies on the coordinator still takes it at once.
    assert.deepEqual(steps(`alter table fresh ${added}`), [`alter table fresh ${added}`]);
  });

  it('leaves out how a column is stored, which Citus does not set', () => {
    const stored = 'alter column found_in set storage external';
    assert.deepEqual(steps(`alter table plant add column day date, ${stored}`), [
      'alter table plant add column day date',
    ]);
    assert.deepEqual(steps(`alter table fresh ${stored}`), [`alter table fresh ${stored}`]);
  });

  it('keeps what it read for new rows before it sends them', () => {
    const [made, block = ''] = steps(
      `do $$ begin insert into alarm (company_id, code) select c, 'x' from plant; end $$`,
    );
    assert.equal(
      made,
      'create temp table pg_temp.new_alarm_0 on commit drop as select company_id, code from public.alarm with no data',
    );
    assert.match(
      block,
      /begin insert into pg_temp\.new_alarm_0 \(company_id, code\) select c, 'x' from plant;/,
    );
    assert.match(
      block,
      /insert into public\.alarm \(company_id, code\) select company_id, code from pg_temp\.new_alarm_0 returning company_id loop end loop; end; delete from pg_temp\.new_alarm_0;/,
    );
  });

  it('says which steps fill which tables', () => {
    const block = 'do $$ begin insert into public.box_day (n) values (1); update plant set n = 1; end $$';
    assert.deepEqual(filledBy(block), ['box_day']);
    assert.deepEqual([block, 'create table t (n int)', 'do $$ begin perform f(); end $$'].map(isFilling), [
      true,
      false,
      false,
    ]);
  });
});
