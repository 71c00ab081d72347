-- When a worker has planned the erasures again that this restore has undone: once for each restore, never without one.
alter table restores add column erasures_planned_at timestamptz;
