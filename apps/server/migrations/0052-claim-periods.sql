-- Until when rewards that were earned in the season can be claimed. Null: seven days after its end, or no end yet.
alter table twitch_seasons add column claim_until timestamptz;

-- What is over stays over: no claim that was refused yesterday is possible again.
update twitch_seasons set claim_until = case when ends_at <= now() then ends_at else ends_at + interval '7 days' end
where ends_at is not null;
