-- A key that was used is known by what was asked under it, not by what came of it: boxes, lines as asked, on or off, and until when.
alter table lighting_command add column asked_digest bytea check (length(asked_digest) = 32);
comment on column lighting_command.asked_digest is
  'SHA-256 of the request that it came of: the same in all of its commands; null for what the schedule asks, and for older ones';
