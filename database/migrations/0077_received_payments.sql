-- What plants were paid is held against what was due, and both against a budget.

create table received_payment (
  company_id int not null,
  id         bigint not null default next_id(),
  plant_id   bigint not null,
  month      date not null check (extract(day from month) = 1),
  entry      text not null check (entry in ('payment', 'adjustment')),
  kind       text check (kind in ('incentive', 'fixed', 'market', 'rid', 'cfd', 'fee')),
  amount_eur float8 not null,
  paid_on    date,
  reference  text not null default '' check (length(reference) <= 80),
  note       text not null default '' check (length(note) <= 1000),
  source     text not null default 'hand' check (source in ('hand', 'gse')),
  version    int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table received_payment is 'what a plant was paid for a month, and differences that somebody accepted (payments.model.ts)';
comment on column received_payment.entry is 'adjustment: a difference that nobody pays any more, whose note says why';
comment on column received_payment.kind is 'kind of the tariffs that it pays; null: all of the month';
comment on column received_payment.reference is 'of the payer''s document; one of a plant is booked once';
create index received_payment_plant on received_payment (company_id, plant_id, month);
create unique index received_payment_reference on received_payment (company_id, plant_id, reference) where reference <> '';

select enable_tenant_rls('received_payment');
select enable_plant_rls('received_payment', 'plant_id in scope');
grant select, insert, update, delete on received_payment to meridiana_app;

create table plant_budget (
  company_id int not null,
  plant_id   bigint not null,
  year       int not null check (year between 2000 and 2100),
  months     jsonb not null check (jsonb_typeof(months) = 'array'),
  version    int not null default 1,
  created_by bigint,
  changed_at timestamptz not null default now(),
  primary key (company_id, plant_id, year),
  foreign key (company_id, plant_id) references plant (company_id, id) on delete cascade
);
comment on table plant_budget is 'what a plant is to make and earn in the months of a year';
comment on column plant_budget.months is 'twelve of {kwh, eur, irradiation_kwh_m2}, null where nothing is planned';

select enable_tenant_rls('plant_budget');
select enable_plant_rls('plant_budget', 'plant_id in scope');
grant select, insert, update, delete on plant_budget to meridiana_app;
