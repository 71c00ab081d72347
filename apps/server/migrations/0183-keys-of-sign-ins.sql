-- A foreign key locks the row that it names, which writes that row's page. What a sign-in writes names the account's row of
-- account_activity, which the sign-in writes anyway: so it touches no page of accounts. Deleting an account still deletes all.
alter table sessions
  drop constraint sessions_account_id_fkey,
  add constraint sessions_account_id_fkey foreign key (account_id) references account_activity on delete cascade not valid;
alter table sign_ins
  drop constraint sign_ins_account_id_fkey,
  add constraint sign_ins_account_id_fkey foreign key (account_id) references account_activity on delete cascade not valid;
alter table activity_days
  drop constraint activity_days_account_id_fkey,
  add constraint activity_days_account_id_fkey foreign key (account_id) references account_activity on delete cascade not valid;
alter table known_devices
  drop constraint known_devices_account_id_fkey,
  add constraint known_devices_account_id_fkey foreign key (account_id) references account_activity on delete cascade not valid;
alter table known_networks
  drop constraint known_networks_account_id_fkey,
  add constraint known_networks_account_id_fkey foreign key (account_id) references account_activity on delete cascade not valid;
