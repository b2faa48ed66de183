-- Mail that waits keeps its links sealed: places stand in its texts, and what they stand for rests here.
alter table mail_outbox add column sealed_links bytea;
comment on column mail_outbox.sealed_links is 'the links of its texts, by the places that stand for them, sealed with a key of the installation';
