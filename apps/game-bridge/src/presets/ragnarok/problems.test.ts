import { describe, expect, test } from 'vitest';
import { makeGrant } from '#test/deliveries.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { useRagnarok, VARIANTS } from '#test/ragnarok-game.ts';

const CHANGES = [
  [{ gameAccountId: null, accountDBID: 9 }, 'later', 'no_game_account', /no game account yet/],
  [{ characterId: '999' }, 'character_missing', undefined, /chooses another/],
  [{ characterId: '150006' }, 'character_missing', undefined, /no character 150006/],
  [{ kind: 'club_days', itemId: null }, 'rejected', undefined, /kinds: \{ club_days: \{ itemId/],
  [{ kind: 'benefit', itemId: 17 }, 'rejected', undefined, /benefit:17/],
] as const;

describe.skipIf(isMariadbMissing()).each(Object.entries(VARIANTS))('%s', (_, variant) => {
  test.each(CHANGES)('answers a delivery with %j', async (changes, is, problem, why) => {
    const { adapter, inbox, database } = await useRagnarok(variant);
    const answer = await adapter.apply(makeGrant(changes));
    expect(answer).toEqual({ is, why: expect.stringMatching(why), ...(problem ? { problem } : {}) });
    expect(await inbox()).toEqual([]);
    expect(await database.rows('select * from waygate_receipts')).toEqual([]);
  });

  test('gives to a character that was renamed', async () => {
    const { adapter, inbox, database } = await useRagnarok(variant);
    await database.run(`update \`char\` set name = 'Renamed' where char_id = 150005`);
    expect(await adapter.apply(makeGrant())).toMatchObject({ is: 'applied' });
    expect(await inbox()).toEqual(['3x501']);
  });

  test('maps what is no item to one', async () => {
    const kinds = { club_days: { itemId: 7711, quantity: 2 }, 'benefit:17': { itemId: 7712 } };
    const { adapter, inbox } = await useRagnarok(variant, { kinds });
    await adapter.apply(makeGrant({ kind: 'club_days', itemId: null, quantity: 30 }));
    await adapter.apply(makeGrant({ kind: 'benefit', itemId: 17, quantity: 1 }));
    expect(await inbox()).toEqual(['60x7711', '1x7712']);
    expect(await adapter.apply(makeGrant({ kind: 'benefit', itemId: 18 }))).toMatchObject({ is: 'rejected' });
  });

  test('refuses an item that the tables of the game do not have, and splits weapons', async () => {
    const { adapter, inbox, database } = await useRagnarok(variant);
    await database.run(`create table item_db (id int unsigned not null primary key, type varchar(20) not null);
      create table item_db2 (id int unsigned not null primary key, type varchar(20) not null);
      insert into item_db values (501, 'Healing'), (1201, 'Weapon')`);
    await adapter.recover();
    const problem = { is: 'rejected', problem: 'unknown_item' };
    expect(await adapter.apply(makeGrant({ itemId: 502 }))).toMatchObject(problem);
    await adapter.apply(makeGrant({ itemId: 1201, quantity: 2 }));
    expect(await inbox()).toEqual(['1x1201 1x1201']);
  });

  test('waits for a missing table, and loses nothing', async () => {
    const { adapter, inbox, database, preset, restart } = await useRagnarok(variant);
    const [grant, items] = [makeGrant(), preset === 'rathena' ? 'mail_attachments' : 'rodex_items'];
    await database.run(`rename table ${items} to elsewhere`);
    expect(await adapter.apply(grant)).toMatchObject({
      is: 'later',
      problem: 'game_setup',
      why: expect.stringContaining("Run the bridge's check"),
    });
    await database.run(`rename table elsewhere to ${items}`);
    const restarted = await restart();
    await restarted.recover();
    expect(await restarted.apply(grant)).toMatchObject({ is: 'applied' });
    expect(await inbox()).toEqual(['3x501']);
  });

  test('waits for a user who may write', async () => {
    const { database, preset, restart, inbox } = await useRagnarok(variant);
    const user = `reader_${database.name.slice(-6)}`;
    await database.run(
      `create user ${user}@127.0.0.1; grant select on ${database.name}.* to ${user}@127.0.0.1;
       grant select, insert, update, delete on ${database.name}.waygate_receipts to ${user}@127.0.0.1`,
    );
    const reader = await restart(undefined, {}, user);
    const findings = (await reader.check()).filter(({ level }) => level === 'error');
    expect(findings.map(({ remedy }) => remedy)).toContain(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${database.name}\`.\`${preset === 'rathena' ? 'mail' : 'rodex_mail'}\` TO '${user}'@'127.0.0.1';`,
    );
    expect(await reader.apply(makeGrant())).toMatchObject({ is: 'later', problem: 'game_setup' });
    expect(await inbox()).toEqual([]);
    await database.run(`drop user ${user}@127.0.0.1`);
  });
});

describe.skipIf(isMariadbMissing())('an inbox', () => {
  test('of rathena that is full makes a delivery wait', async () => {
    const { adapter, inbox, database } = await useRagnarok({
      preset: 'rathena',
      mails: 'MyISAM',
      items: 'MyISAM',
      others: 'MyISAM',
    });
    for (let mail = 0; mail < 30; mail += 1) await database.run('insert into mail (dest_id) values (150005)');
    const grant = makeGrant();
    expect(await adapter.apply(grant)).toEqual({
      is: 'later',
      problem: 'inbox_full',
      why: 'The inbox of Aria is full (30 of 30 mails): the player deletes old ones.',
    });
    await database.run('delete from mail limit 1');
    expect(await adapter.apply(grant)).toMatchObject({ is: 'applied' });
    expect(await inbox()).toHaveLength(30);
    expect(await adapter.apply(makeGrant({ quantity: 30_000 * 5 * 30 + 1 }))).toMatchObject({
      is: 'rejected',
    });
  });

  test('of rathena holds no item that ends, and one of hercules does', async () => {
    const availableUntil = '2026-12-24T18:00:00.000Z';
    const engines = { mails: 'MyISAM', items: 'InnoDB', others: 'MyISAM' } as const;
    const rathena = await useRagnarok({ preset: 'rathena', ...engines });
    expect(await rathena.adapter.apply(makeGrant({ availableUntil }))).toMatchObject({
      is: 'rejected',
      why: expect.stringContaining("can't end by themselves"),
    });
    const hercules = await useRagnarok({ preset: 'hercules', ...engines });
    await hercules.adapter.apply(makeGrant({ availableUntil }));
    const expireTime = Date.parse(availableUntil) / 1000;
    expect(await hercules.database.rows('select expire_time from rodex_items')).toEqual([
      { expire_time: expireTime },
    ]);
  });

  test('of a hercules account needs no character, unless the configuration says so', async () => {
    const variant = { preset: 'hercules', mails: 'MyISAM', items: 'InnoDB', others: 'MyISAM' } as const;
    const { adapter, inbox, restart } = await useRagnarok(variant);
    expect(adapter.promises.needsCharacter).toBe(false);
    expect(await adapter.apply(makeGrant({ characterId: null }))).toMatchObject({ is: 'applied' });
    expect(await inbox()).toEqual(['3x501']);
    const strict = await restart(undefined, { mailbox: 'character' });
    expect(strict.promises.needsCharacter).toBe(true);
    expect(await strict.apply(makeGrant({ characterId: null }))).toMatchObject({ is: 'character_missing' });
  });
});
