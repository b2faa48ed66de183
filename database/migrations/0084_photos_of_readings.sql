-- A photo that a line of the register names stays: its hash is part of the line. Photos are removed after thirty days only where no
-- line names them, so none can be missing yet.
alter table energy_meter_reading add constraint energy_meter_reading_photo_kept
  foreign key (company_id, photo_id) references record_attachment (company_id, id);

comment on column energy_meter.judged_on is
  'the day (UTC) on which its comparisons were last taken up without being asked; what could not be judged then is tried on the next';
