-- What is over is removed by the workers: sessions that ended, and the progress of work that was done long ago.

grant delete on user_session, progress to meridiana_app;

-- Sessions of a user by address also when they have ended: where an owner has signed in before, they are let in.
create index on user_session (user_id);
