-- An archived plant is neither shown nor polled, with its ports and devices; its history stays, and it can be restored.

alter table plant add column archived_at timestamptz;
alter table device add column archived_at timestamptz;
alter table port add column archived_at timestamptz;
comment on column device.archived_at is 'that of its plant, so that no question about devices has to ask for the plant';
comment on column port.archived_at is 'that of its plant, so that no question about ports has to ask for the plant';

-- Like the bin: nobody sees what is archived, whatever they ask, unless their transaction says that it wants to.
create policy kept on plant as restrictive to meridiana_app
  using (archived_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);
create policy kept on port as restrictive to meridiana_app
  using (archived_at is null or current_setting('app.with_deleted', true) = 'on') with check (true);
alter policy kept on device
  using (deleted_at is null and archived_at is null or current_setting('app.with_deleted', true) = 'on');
