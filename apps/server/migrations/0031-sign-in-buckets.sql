-- Uses are counted stage by stage, and only while the earlier stages have room. A key is in the same stage in every call,
-- so that rows are always locked by stage, then key.
alter table rate_limits add column stage smallint not null default 0;
