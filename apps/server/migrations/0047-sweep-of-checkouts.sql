-- The sweep lists completed checkouts as well: after the restore of a backup nobody sends their webhooks again.
alter table payment_sweeps drop constraint payment_sweeps_subject_check;
alter table payment_sweeps add constraint payment_sweeps_subject_check check (subject in ('refunds', 'disputes', 'sessions'));
