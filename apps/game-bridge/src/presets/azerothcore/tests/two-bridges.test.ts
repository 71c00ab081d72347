import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { makeRevocation } from '#test/deliveries.ts';
import { grant, openAdapter, startGame, type TestGame } from './open-adapter.ts';

/** As if another bridge sent the first mail at this moment: its note is written and not committed yet. */
async function beginElsewhere({ characters }: TestGame) {
  await characters.run(`update waygate_receipts set state = 'begun'; update waygate_mails set state = 'planned';
    delete from mail; start transaction; update waygate_mails set state = 'begun'`);
  return async () => {
    await sleep(300);
    await characters.run('commit');
  };
}

describe.skipIf(isMariadbMissing())('two bridges of one AzerothCore', () => {
  test('does not revoke what another bridge is sending', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const delivery = grant();
    await adapter.apply(delivery);
    const commit = await beginElsewhere(game);
    const [answer] = await Promise.all([adapter.apply(makeRevocation(delivery)), commit()]);
    expect(answer).toMatchObject({ is: 'rejected' });
    expect(await game.characters.rows('select state from waygate_mails')).toEqual([{ state: 'begun' }]);
  });

  test('does not forget what another bridge is sending', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const delivery = grant();
    await adapter.apply(delivery);
    const commit = await beginElsewhere(game);
    await Promise.all([adapter.apply({ ...delivery, characterId: '404' }), commit()]);
    expect(await game.characters.rows('select state from waygate_mails')).toEqual([{ state: 'begun' }]);
    expect(await game.characters.rows('select state from waygate_receipts')).toEqual([{ state: 'begun' }]);
  });
});
