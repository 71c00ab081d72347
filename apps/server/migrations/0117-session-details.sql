-- What the account's owner recognises a session by, and when its holder last proved who they are.
alter table sessions
  add column browser text check (length(browser) between 1 and 60),
  -- The first part of the address. Null for sessions of older versions.
  add column network text check (length(network) between 1 and 50),
  -- Sessions of older versions proved it long ago. A constant, so that the table isn't rewritten.
  add column verified_at timestamptz not null default 'epoch';
alter table sessions alter column verified_at set default now();
