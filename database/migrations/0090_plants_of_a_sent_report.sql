-- Of which plants a mail told: a try that goes on leaves these out, whichever plants came or went since the one before.
alter table report_delivery add column told_of bigint[];
comment on column report_delivery.told_of is 'plants of one of several files; null: of all that there were';
