-- What a line's lamps should take is added up of every line each minute: without a visit to each lamp's row.
drop index light_point_line;
create index light_point_line on light_point (company_id, box_id, line, id) include (power_w);
