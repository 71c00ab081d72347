import { describe, expect, test } from 'vitest';
import { makeGrant, makeRevocation } from '#test/deliveries.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { useRagnarok, VARIANTS } from '#test/ragnarok-game.ts';
import { collectEverything } from '#test/ragnarok-tables.ts';

const COLLECTED = /already took it out/;

describe.skipIf(isMariadbMissing()).each(Object.entries(VARIANTS))('%s', (_, variant) => {
  test('puts an item into the inbox once', async () => {
    const { adapter, inbox } = await useRagnarok(variant);
    await adapter.recover();
    const grant = makeGrant();
    const receipt = { accountDBID: 5, kind: 'item', itemId: 501, quantity: 3 };
    const applied = await adapter.apply(grant);
    expect(applied).toMatchObject({ is: 'applied', receipt });
    const again = await adapter.apply(grant);
    expect(again).toMatchObject({ is: 'duplicate', receipt });
    expect(await inbox()).toEqual(['3x501']);
    const [first, second] = [applied, again].map((answer) => 'collectBy' in answer && answer.collectBy);
    expect(second).toEqual(first);
    const days =
      'collectBy' in applied && applied.collectBy && (+applied.collectBy - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(15, 1);
  });

  test('applies a grant once when two bridges send it at the same time', async () => {
    const { adapter, restart, inbox } = await useRagnarok(variant);
    const [grant, other] = [makeGrant(), await restart()];
    const results = await Promise.all([adapter, other, adapter, other].map((each) => each.apply(grant)));
    expect(results.map(({ is }) => is).toSorted()).toEqual([
      'applied',
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
    expect(await inbox()).toEqual(['3x501']);
  });

  test('takes back no mail of somebody else that got the id of a deleted one', async () => {
    const { adapter, inbox, database, preset } = await useRagnarok(variant);
    const [deleted, others] = [makeGrant(), makeGrant({ itemId: 502 })];
    await adapter.apply(deleted);
    await adapter.apply(others);
    const [mails, items, id] =
      preset === 'rathena' ? ['mail', 'mail_attachments', 'id'] : ['rodex_mail', 'rodex_items', 'mail_id'];
    await database.run(`delete from ${mails} order by ${id} limit 1; delete from ${items} order by ${id} limit 1;
      update ${mails} set ${id} = ${id} - 1; update ${items} set ${id} = ${id} - 1`);
    expect(await adapter.apply(makeRevocation(deleted))).toMatchObject({
      is: 'rejected',
      why: expect.stringMatching(COLLECTED),
    });
    expect(await inbox()).toEqual(['3x502']);
  });

  test('splits a large quantity into stacks and mails', async () => {
    const { adapter, inbox } = await useRagnarok(variant, { unstackable: [1201] });
    await adapter.apply(makeGrant({ quantity: 30_000 * 6 + 7 }));
    await adapter.apply(makeGrant({ itemId: 1201, quantity: 2 }));
    expect(await inbox()).toEqual([Array(5).fill('30000x501').join(' '), '30000x501 7x501', '1x1201 1x1201']);
  });

  test('makes no stack larger than the configuration allows', async () => {
    const { adapter, inbox } = await useRagnarok(variant, { maxStack: 100 });
    await adapter.apply(makeGrant({ quantity: 250 }));
    expect(await inbox()).toEqual(['100x501 100x501 50x501']);
  });

  test('takes back what nobody collected', async () => {
    const { adapter, inbox, database } = await useRagnarok(variant);
    const grant = makeGrant({ quantity: 200_000 });
    await adapter.apply(grant);
    const revocation = makeRevocation(grant);
    expect(await adapter.apply(revocation)).toMatchObject({ is: 'applied', receipt: { quantity: 200_000 } });
    expect(await adapter.apply(revocation)).toMatchObject({ is: 'duplicate' });
    expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
    expect(await inbox()).toEqual([]);
    const table = variant.preset === 'rathena' ? 'mail_attachments' : 'rodex_items';
    expect(await database.rows(`select * from ${table}`)).toEqual([]);
  });

  test.each([true, false])(
    'refuses to take back what was collected (mail deleted: %s)',
    async (isDeleted) => {
      const { adapter, preset, database } = await useRagnarok(variant);
      const grant = makeGrant();
      await adapter.apply(grant);
      await collectEverything(database, preset, { isDeleted });
      for (let time = 0; time < 2; time += 1) {
        expect(await adapter.apply(makeRevocation(grant))).toEqual({
          is: 'rejected',
          why: expect.stringMatching(COLLECTED),
        });
      }
    },
  );

  test('never applies a grant whose revocation came first', async () => {
    const { adapter, inbox } = await useRagnarok(variant);
    const grant = makeGrant();
    expect(await adapter.apply(makeRevocation(grant))).toMatchObject({ is: 'applied', isBarred: true });
    expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
    expect(await inbox()).toEqual([]);
  });

  test('refuses a key that is of something else, and keeps what it is of', async () => {
    const { adapter, inbox } = await useRagnarok(variant);
    const grant = makeGrant();
    await adapter.apply(grant);
    for (const changes of [
      { accountDBID: 6 },
      { itemId: 9 },
      { quantity: 50 },
      { kind: 'benefit' as const },
    ]) {
      const receipt = { accountDBID: 5, kind: 'item', itemId: 501, quantity: 3 };
      const refused = { is: 'rejected', receipt, why: expect.stringContaining('of 3 × item 501') };
      expect(await adapter.apply({ ...grant, ...changes })).toEqual(refused);
      expect(await adapter.apply(makeRevocation({ ...grant, ...changes }))).toEqual(refused);
    }
    expect(await inbox()).toEqual(['3x501']);
  });

  test('reports what was collected until it was taken', async () => {
    const { adapter, preset, database, restart } = await useRagnarok(variant);
    const [large, small] = [makeGrant({ quantity: 200_000 }), makeGrant()];
    await adapter.apply(large);
    await adapter.apply(small);
    expect(await adapter.collected?.()).toEqual([]);
    await collectEverything(database, preset, { isDeleted: false });
    const keys = [large, small].map(({ idempotencyKey }) => idempotencyKey).toSorted();
    const read = async (from: typeof adapter) =>
      (await from.collected?.())?.map(({ idempotencyKey }) => idempotencyKey).toSorted();
    expect(await read(adapter)).toEqual(keys);
    const restarted = await restart();
    expect(await read(restarted)).toEqual(keys);
    expect(await read(restarted)).toEqual([]);
  });

  test('does not call collected what the game may have destroyed', async () => {
    const { adapter, preset, database } = await useRagnarok(variant);
    await adapter.apply(makeGrant());
    await database.run('update waygate_mails set collect_by = unix_timestamp() - 10');
    await collectEverything(database, preset, { isDeleted: true });
    expect(await adapter.collected?.()).toEqual([]);
    expect(await database.rows('select state from waygate_mails')).toEqual([{ state: 'gone' }]);
  });
});
