import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { describe, expect, test } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { makeGrant, makeRevocation } from '#test/deliveries.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { type RagnarokTest, useRagnarok, type Variant, VARIANTS } from '#test/ragnarok-game.ts';
import { collectEverything } from '#test/ragnarok-tables.ts';

const LARGE = { quantity: 200_000 };
const LARGE_INBOX = ['30000x501 30000x501 30000x501 30000x501 30000x501', '30000x501 20000x501'];

/** How often the work calls `onStep`. */
async function stepsOf(
  game: RagnarokTest,
  work: (adapter: GameAdapter) => Promise<unknown>,
): Promise<string[]> {
  const steps: string[] = [];
  await work(await game.restart((step) => steps.push(step)));
  return steps;
}

/** Starts the bridge again, which dies after so many steps. */
async function dieAfter(
  game: RagnarokTest,
  count: number,
  work: (adapter: GameAdapter) => Promise<unknown>,
): Promise<void> {
  let left = count;
  const adapter = await game.restart((step) => {
    left -= 1;
    if (left === 0) throw new Error(`died after: ${step}`);
  });
  await expect(work(adapter)).rejects.toThrow('died after');
  await adapter.close();
}

/** What the portal does after it heard nothing: the bridge recovers, and gets the delivery again. */
async function again(game: RagnarokTest, delivery: Delivery): Promise<string> {
  const adapter = await game.restart();
  await adapter.recover();
  const { is } = await adapter.apply(delivery);
  await adapter.close();
  return is;
}

const hidden = (game: RagnarokTest) =>
  game.database.rows(
    game.preset === 'rathena'
      ? 'select id from mail where status >= 3 union all select id from mail_attachments where id not in (select id from mail)'
      : 'select mail_id from rodex_mail where expire_date = 0 union all select mail_id from rodex_items where mail_id not in (select mail_id from rodex_mail)',
  );
const halfDone = (game: RagnarokTest) =>
  game.database.rows(`select 1 from waygate_receipts where state in ('begun', 'written')`);

async function expectNothingLeft(game: RagnarokTest): Promise<void> {
  expect(await hidden(game)).toEqual([]);
  expect(await halfDone(game)).toEqual([]);
}

const inSteps: [string, Variant][] = Object.entries(VARIANTS).filter(([, { mails }]) => mails === 'MyISAM');

describe.skipIf(isMariadbMissing()).each(inSteps)('%s: a bridge that dies', (_, variant) => {
  test('in any step of a grant gives it once', async () => {
    const game = await useRagnarok(variant);
    const steps = await stepsOf(game, (adapter) => adapter.apply(makeGrant(LARGE)));
    expect(steps).toEqual([
      'grant begun',
      'grant mail 1 hidden',
      'grant mail 2 hidden',
      'grant written',
      'grant published',
      'grant given',
    ]);
    for (const [place, step] of steps.entries()) {
      await collectEverything(game.database, game.preset, { isDeleted: true });
      const grant = makeGrant(LARGE);
      await dieAfter(game, place + 1, (adapter) => adapter.apply(grant));
      const isDecided = ['grant written', 'grant published', 'grant given'].includes(step);
      expect([step, await again(game, grant)]).toEqual([step, isDecided ? 'duplicate' : 'applied']);
      expect([step, await game.inbox()]).toEqual([step, LARGE_INBOX]);
      await expectNothingLeft(game);
    }
  });

  test('again while it recovers still gives it once', async () => {
    const game = await useRagnarok(variant);
    for (const [dead, recovery] of [
      [2, 'undone mails removed'],
      [4, 'finished mails published'],
    ] as const) {
      await collectEverything(game.database, game.preset, { isDeleted: true });
      const grant = makeGrant(LARGE);
      await dieAfter(game, dead, (adapter) => adapter.apply(grant));
      await dieAfter(game, 1, async (adapter) => {
        await expect(adapter.recover()).rejects.toThrow(recovery);
        throw new Error('died after');
      });
      await again(game, grant);
      expect(await game.inbox()).toEqual(LARGE_INBOX);
      await expectNothingLeft(game);
    }
  });

  test('and whose portal never sends the grant again leaves nothing half-done', async () => {
    const game = await useRagnarok(variant);
    await dieAfter(game, 3, (adapter) => adapter.apply(makeGrant(LARGE)));
    const adapter = await game.restart();
    await adapter.recover();
    expect(await game.inbox()).toEqual([]);
    await expectNothingLeft(game);
  });

  test('after the player collected what it published does not give it again', async () => {
    const game = await useRagnarok(variant);
    const grant = makeGrant();
    await dieAfter(game, 4, (adapter) => adapter.apply(grant));
    await collectEverything(game.database, game.preset, { isDeleted: false });
    expect(await again(game, grant)).toBe('duplicate');
    expect(await game.inbox()).toEqual(['']);
  });
});

describe.skipIf(isMariadbMissing()).each(Object.entries(VARIANTS))(
  '%s: a bridge that dies in a revocation',
  (_, variant) => {
    test('takes everything back, in any step', async () => {
      const game = await useRagnarok(variant);
      const first = makeGrant(LARGE);
      await game.adapter.apply(first);
      const steps = await stepsOf(game, (adapter) => adapter.apply(makeRevocation(first)));
      expect(steps).toEqual([
        'revocation begun',
        'revocation hidden',
        'revocation written',
        'revocation removed',
        'revocation done',
      ]);
      for (const [place, step] of steps.entries()) {
        const grant = makeGrant(LARGE);
        await game.adapter.apply(grant);
        const revocation = makeRevocation(grant);
        await dieAfter(game, place + 1, (adapter) => adapter.apply(revocation));
        const isDecided = !['revocation begun', 'revocation hidden'].includes(step);
        expect([step, await again(game, revocation)]).toEqual([step, isDecided ? 'duplicate' : 'applied']);
        expect(await game.inbox()).toEqual([]);
        await expectNothingLeft(game);
      }
    });

    test('shows the mail again when it had not decided', async () => {
      const game = await useRagnarok(variant);
      const grant = makeGrant(LARGE);
      await game.adapter.apply(grant);
      await dieAfter(game, 2, (adapter) => adapter.apply(makeRevocation(grant)));
      expect(await game.inbox()).toEqual([]);
      await (await game.restart()).recover();
      expect(await game.inbox()).toEqual(LARGE_INBOX);
      await expectNothingLeft(game);
    });

    test('of a grant that another bridge left half-done', async () => {
      const game = await useRagnarok(variant);
      if (variant.mails === 'InnoDB') return;
      const grant = makeGrant(LARGE);
      await dieAfter(game, 4, (adapter) => adapter.apply(grant));
      // Without recovering first.
      expect(await game.adapter.apply(makeRevocation(grant))).toMatchObject({ is: 'applied' });
      expect(await game.inbox()).toEqual([]);
      expect(await again(game, grant)).toBe('duplicate');
      await expectNothingLeft(game);
    });
  },
);
