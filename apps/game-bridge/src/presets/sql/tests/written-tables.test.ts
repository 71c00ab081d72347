import { expect, test } from 'vitest';
import { writtenTables } from '#presets/sql/written-tables.ts';

test.each([
  ['insert into mails (receiver) values (:characterId)', ['mails']],
  ['INSERT LOW_PRIORITY IGNORE mails set receiver = :characterId', ['mails']],
  ['insert high_priority into mails select * from templates', ['mails']],
  ['insert into mails values (1) on duplicate key update amount = amount + 1', ['mails']],
  ['replace delayed into game.mails values (1)', ['game.mails']],
  ['insert into `my-game` . `mails` values (1)', ['my-game.mails']],
  ["/* insert into a */ update mails set text = 'delete from b' -- update c", ['mails']],
  ['update ignore accounts a join premium p on p.id = a.id set p.days = 1', ['accounts', 'premium']],
  ['update low_priority accounts, `premium` as p set p.days = 1', ['accounts', 'premium']],
  ['delete quick from mails where id in (select id from old)', ['mails']],
  ['delete m, i from mails m left join items i using (id) where m.id = 1', ['mails', 'items']],
  ['delete from m using mails m where m.id = 1', ['m', 'mails']],
  ['with old as (select id from mails) delete from premium', ['premium']],
  ['select id from accounts for update', []],
  ["select replace(name, 'a', 'b') from accounts", []],
])('%s writes to %j', (sql, tables) => {
  expect(writtenTables(sql)).toEqual(tables);
});
