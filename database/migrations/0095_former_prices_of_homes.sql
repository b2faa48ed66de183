-- What a home saved stays what it was when its contract changes: prices that held before are kept with the day until which they did.

alter table home add column former_prices jsonb not null default '[]';
comment on column home.former_prices is
  'prices of a kWh that held before those of the row: [{"until": first day on which they held no more, "import_eur_kwh", "export_eur_kwh"}], oldest first';
