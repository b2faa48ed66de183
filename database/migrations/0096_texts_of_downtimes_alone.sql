-- A search of downtimes goes through the texts of all of them. What else the list is narrowed by stands beside the texts in the index that
-- answers in its order, and makes it twice as long; here they stand with what a word is compared with alone.

create index downtime_texts on downtime (company_id, id) include (plant_id, deleted_at, cause_id, found_in) where deleted_at is null;
