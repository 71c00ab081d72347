-- Made by the browser, so that a request that is repeated writes no second note. Null in notes of older releases.
alter table staff_notes add column request_id uuid unique;
