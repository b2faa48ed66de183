-- A request that a plan made says of which of the plan's days it is: people move the day on which it is due, and a plan that is changed
-- comes by its days again. Of requests from before it is the day on which they are due.

alter table maintenance_request add column planned_on date;
comment on column maintenance_request.planned_on is 'day of the plan that made it, by the clock of the plant; null: made by nobody''s plan, or before this was kept';
