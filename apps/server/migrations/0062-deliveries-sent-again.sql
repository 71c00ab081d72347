-- How often staff decided to send a delivery again whose outcome is unknown.
alter table deliveries add column send_again integer not null default 0 check (send_again >= 0);
