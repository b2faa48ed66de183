-- Which forecasts are being held against today is asked every ten minutes, of all plants of a company.
create index power_forecast_running on power_forecast (company_id, first_at);
