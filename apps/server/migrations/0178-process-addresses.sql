-- Where this machine reaches the pages of the process, such as http://127.0.0.1:3000. Null: it serves none.
alter table processes add column local_origin text;
