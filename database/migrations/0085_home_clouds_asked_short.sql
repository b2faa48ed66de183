-- A cloud that refused a long question is asked short ones until the home has caught up.

alter table home_cloud_site add column asked_short boolean not null default false;
comment on column home_cloud_site.asked_short is 'a question of more hours than the vendor documents was refused; until what is behind is read';
