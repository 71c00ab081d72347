-- When an erasure was decided for good: from then on it can't be undone, and a record outside of the database says so, from which
-- a restored backup learns it. The personal data is erased afterwards.
alter table account_erasures add column begun_at timestamptz;
