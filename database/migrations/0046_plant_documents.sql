-- Documents of a plant: what a PDF that was attached to it is called, and what it is about.
create table plant_document (
  company_id    int not null references company (id_client),
  id            bigint not null default next_id(),
  plant_id      bigint not null,
  attachment_id bigint not null,
  title         text not null check (length(title) between 1 and 120),
  kind          text not null check (kind in ('contract', 'data_sheet', 'scheme', 'test_report', 'insurance', 'other')),
  deleted_at    timestamptz,
  version       int not null default 1,
  primary key (company_id, id),
  constraint plant_document_file unique (company_id, attachment_id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade,
  foreign key (company_id, attachment_id) references record_attachment (company_id, id) on delete cascade
);
comment on table plant_document is 'its file is an attachment of the plant, of the kind plant_document; who added it and when stands there';
comment on column plant_document.deleted_at is 'since when it lies in the bin';
create index plant_document_plant on plant_document (company_id, plant_id, id);
select enable_tenant_rls('plant_document');
select narrow_rls('plant_document', $$deleted_at is null or current_setting('app.with_deleted', true) = 'on'$$, 'true');
select enable_plant_rls('plant_document', 'plant_id in scope');
grant select, insert, update, delete on plant_document to meridiana_app;
