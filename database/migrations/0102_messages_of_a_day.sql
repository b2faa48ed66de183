-- How many mails and text messages a company sends in a day where people typed the address: there is an end to them.
create table messages_of_day (
  company_id int not null references company (id_client),
  day        date not null,
  channel    text not null check (channel in ('mail', 'sms')),
  address    bytea not null,
  count      int not null check (count >= 0),
  primary key (company_id, day, channel, address)
);
comment on table messages_of_day is 'rows go when their day is over';
comment on column messages_of_day.day is 'by the clock of Rome';
comment on column messages_of_day.address is 'a digest that needs the installation''s key; empty: all of the company to addresses that are no accounts of it';
select enable_tenant_rls('messages_of_day');
grant select, insert, update, delete on messages_of_day to meridiana_app;

alter table community_mailing add column put_off_until timestamptz;
comment on column community_mailing.put_off_until is 'its mail is made then: as many were sent before as a day may have';

alter table report_schedule add column put_off_until timestamptz;
comment on column report_schedule.put_off_until is 'some of its mails go out then: as many were sent before as a day may have';
