-- A signed address is given for a purpose, to those who may use such a file; whoever takes the file names the purpose.

alter table upload add column purpose text not null default 'simulation' check (purpose in ('simulation'));
comment on column upload.purpose is 'what the file is for: the contract says which capability each purpose needs';
