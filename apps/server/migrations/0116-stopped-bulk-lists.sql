-- Stopped for good: nobody gets anything more by it, whoever is at it.
alter table bulk_lists add column stopped_at timestamptz;
