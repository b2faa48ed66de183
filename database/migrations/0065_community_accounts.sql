-- Bank accounts of communities and their members, for the file by which an accountant has a statement paid.

alter table community
  add column account_iban   text not null default '' check (account_iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'),
  add column account_holder text not null default '' check (length(account_holder) <= 70),
  add column account_bic    text not null default '' check (account_bic ~ '^([A-Z0-9]{8}|[A-Z0-9]{11})?$'),
  add column account_cuc    text not null default '' check (account_cuc ~ '^([A-Z0-9]{8})?$');
comment on column community.account_iban is 'from which members are paid; empty: it is not known';
comment on column community.account_cuc is 'by which Italian banks know who gives an order';

alter table community_member
  add column iban           text not null default '' check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'),
  add column account_holder text not null default '' check (length(account_holder) <= 70);
comment on column community_member.account_holder is 'as the bank knows them; empty: the member';
