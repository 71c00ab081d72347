-- In a transaction of its own, so that sign-ins go on while it reads the tables.
alter table sessions validate constraint sessions_account_id_fkey;
alter table sign_ins validate constraint sign_ins_account_id_fkey;
alter table activity_days validate constraint activity_days_account_id_fkey;
alter table known_devices validate constraint known_devices_account_id_fkey;
alter table known_networks validate constraint known_networks_account_id_fkey;
