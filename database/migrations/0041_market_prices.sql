-- Prices of energy on the market, by hour and zone: published for everybody, imported by whoever runs the installation.
create table market_price (
  zone        text not null check (zone ~ '^[A-Z][A-Z0-9_]{1,19}$'),
  start_at    timestamptz not null,
  eur_mwh     double precision not null check (abs(eur_mwh) <= 10000),
  imported_at timestamptz not null,
  primary key (zone, start_at)
);
grant select, insert, update on market_price to meridiana_app;
