import { describe, expect, test } from 'vitest';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { readMailbox } from './game-tables.ts';
import { makeRevocation } from '#test/deliveries.ts';
import { grant, openAdapter, soapAddress, startGame } from './open-adapter.ts';
import type { Behaviour } from './worldserver.ts';

const PATIENT = { mailWaitSeconds: 20 };

describe.skipIf(isMariadbMissing())('deliveries to AzerothCore', () => {
  test('sends an item by mail, once', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const delivery = grant();
    const receipt = { accountDBID: 5, kind: 'item', itemId: 49426, quantity: 2 };
    const applied = await adapter.apply(delivery);
    expect(applied).toEqual({ is: 'applied', receipt, collectBy: expect.any(Date) });
    const days = 'collectBy' in applied ? (Number(applied.collectBy) - Date.now()) / 86_400_000 : 0;
    expect(days).toBeCloseTo(30, 1);
    expect(await adapter.apply(delivery)).toEqual({ ...applied, is: 'duplicate' });
    expect(game.worldserver.commands).toHaveLength(1);
    expect(game.worldserver.commands[0]).toMatch(
      /^\.send items 7 "Your items #[0-9a-f]{16}" "[^"]+" 49426:2$/,
    );
    expect(await readMailbox(game.characters)).toMatchObject([{ receiver: 7, itemId: 49426, pieces: 2 }]);
  });

  test.each<[Behaviour, string]>([
    ['late', 'applied'],
    ['silent', 'applied'],
    ['cut', 'applied'],
    ['babbles', 'applied'],
    ['confused', 'applied'],
    ['hangs', 'applied'],
    ['repeats', 'applied'],
    ['dies_after', 'applied'],
    ['never', 'unknown'],
    ['drops', 'unknown'],
    ['sleeps', 'unknown'],
    ['too_late', 'unknown'],
    ['dies', 'unknown'],
  ])('of a worldserver that %s, it says: %s', async (behaviour, outcome) => {
    const game = await startGame();
    // What comes is waited for, however slow the machine is.
    const adapter = await openAdapter(game, outcome === 'applied' ? PATIENT : {});
    game.worldserver.behave(() => behaviour);
    const delivery = grant();
    const first = await adapter.apply(delivery);
    expect(first.is).toBe(outcome);
    // Neither a repetition nor a restart calls again.
    const restarted = await openAdapter(game);
    await restarted.recover();
    expect((await restarted.apply(delivery)).is).toBe(outcome === 'applied' ? 'duplicate' : 'unknown');
    expect(game.worldserver.commands).toHaveLength(1);
  });

  test('finds a mail that came too late, and counts it as delivered', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave(() => 'too_late');
    const delivery = grant();
    expect((await adapter.apply(delivery)).is).toBe('unknown');
    await game.worldserver.commitTooLate();
    expect((await adapter.apply(delivery)).is).toBe('applied');
    expect(game.worldserver.commands).toHaveLength(1);
  });

  test('sends an unknown delivery once more for each decision of staff', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave(() => 'never');
    const delivery = grant();
    expect((await adapter.apply(delivery)).is).toBe('unknown');
    const again = { ...delivery, sendAgain: 1 };
    expect((await adapter.apply(again)).is).toBe('unknown');
    // The acknowledgement was lost: the same decision comes again.
    expect((await adapter.apply(again)).is).toBe('unknown');
    expect(game.worldserver.commands).toHaveLength(2);
    game.worldserver.behave(() => 'commits');
    expect((await adapter.apply({ ...delivery, sendAgain: 2 })).is).toBe('applied');
    expect((await adapter.apply({ ...delivery, sendAgain: 2 })).is).toBe('duplicate');
    expect(game.worldserver.commands).toHaveLength(3);
    expect(await readMailbox(game.characters)).toHaveLength(1);
  });

  test('looks into the mailbox before it sends again', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave(() => 'too_late');
    const delivery = grant();
    expect((await adapter.apply(delivery)).is).toBe('unknown');
    await game.worldserver.commitTooLate();
    expect((await adapter.apply({ ...delivery, sendAgain: 1 })).is).toBe('applied');
    expect(game.worldserver.commands).toHaveLength(1);
  });

  test('costs one unknown delivery when the worldserver hangs, and lets the others wait', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave(() => 'dies');
    game.worldserver.delays.deadMs = 60_000;
    expect((await adapter.apply(grant())).is).toBe('unknown');
    for (let i = 0; i < 3; i += 1) {
      expect(await adapter.apply(grant())).toMatchObject({ is: 'later', problem: 'game_unreachable' });
    }
    expect(await game.characters.rows('select * from waygate_mails')).toHaveLength(1);
    expect(await game.characters.rows('select * from waygate_receipts')).toHaveLength(1);
  });

  test.each([
    ['before the call was begun', `state = 'planned'`, 'delete from mail', 'applied', 2],
    ['between its note and the call', `state = 'begun'`, 'delete from mail', 'unknown', 1],
    ['between the call and its note', `state = 'begun'`, '', 'applied', 1],
    ['between the last two notes', `state = 'sent'`, '', 'applied', 1],
  ])('of a bridge killed %s, it finds out the truth', async (_, mailState, game, outcome, calls) => {
    const { characters, ...rest } = await startGame();
    const adapter = await openAdapter({ characters, ...rest });
    const delivery = grant();
    await adapter.apply(delivery);
    await characters.run(
      `update waygate_receipts set state = 'begun'; update waygate_mails set ${mailState}; ${game}`,
    );
    await adapter.recover();
    expect((await adapter.apply(delivery)).is).toBe(outcome);
    expect(rest.worldserver.commands).toHaveLength(calls);
    expect(await characters.rows('select 1 from mail')).toHaveLength(outcome === 'applied' ? 1 : 0);
  });

  test('does not call again when its database broke after the call', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game, PATIENT);
    game.worldserver.behave(() => 'late');
    const delivery = grant();
    game.worldserver.onCommand = (command) => {
      if (command.startsWith('.send')) void game.characters.run('rename table waygate_mails to gone');
    };
    expect(await adapter.apply(delivery)).toMatchObject({ is: 'later', problem: 'game_setup' });
    await game.characters.run('rename table gone to waygate_mails');
    expect((await adapter.apply(delivery)).is).toBe('applied');
    expect(game.worldserver.commands).toHaveLength(1);
  });

  test('splits what is more than twelve stacks into several mails', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const potions = grant({ itemId: 33470, quantity: 500 });
    expect((await adapter.apply(potions)).is).toBe('applied');
    expect((await readMailbox(game.characters)).map(({ pieces }) => pieces)).toEqual([240, 240, 20]);
    expect((await adapter.apply(potions)).is).toBe('duplicate');
    expect((await adapter.apply(grant({ quantity: 241 }))).is).toBe('rejected');
    expect((await adapter.apply(grant({ itemId: 2901, quantity: 100_000 }))).is).toBe('applied');
    expect(game.worldserver.commands).toHaveLength(4);
  });

  test('says how many mails of a delivery arrived, and sends the rest after a decision', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave((subject) => (subject.endsWith('/2') ? 'never' : 'commits'));
    const potions = grant({ itemId: 33470, quantity: 500 });
    expect(await adapter.apply(potions)).toMatchObject({
      is: 'unknown',
      why: expect.stringMatching(/^1 of 3 mails/),
    });
    game.worldserver.behave(() => 'commits');
    expect((await adapter.apply(potions)).is).toBe('unknown');
    expect((await adapter.apply({ ...potions, sendAgain: 1 })).is).toBe('applied');
    expect((await readMailbox(game.characters)).map(({ pieces }) => pieces)).toEqual([240, 240, 20]);
  });

  test.each([
    [{ characterId: null }, 'character_missing', 'character_missing'],
    [{ characterId: '404' }, 'character_missing', 'character_missing'],
    [{ characterId: '7; .account delete FIRST' }, 'character_missing', 'character_missing'],
    [{ itemId: 12 }, 'rejected', 'unknown_item'],
    [{ itemId: 19019, quantity: 2 }, 'rejected', undefined],
    [{ kind: 'club_days' as const, itemId: null, quantity: 30 }, 'rejected', undefined],
  ])('refuses %j before anything is written', async (changes, is, problem) => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const answer = await adapter.apply(grant(changes));
    expect(answer).toMatchObject({ is, why: expect.stringMatching(/\.$/) });
    expect('problem' in answer ? answer.problem : undefined).toBe(problem);
    expect(game.worldserver.commands).toEqual([]);
    expect(await game.characters.rows('select * from waygate_receipts')).toEqual([]);
  });

  test('begins again after a refusal of the worldserver', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    game.worldserver.behave(() => 'refuses');
    const delivery = grant();
    expect(await adapter.apply(delivery)).toMatchObject({ is: 'rejected', problem: 'unknown_item' });
    expect(await game.characters.rows('select * from waygate_mails')).toEqual([]);
    game.worldserver.behave(() => 'commits');
    expect((await adapter.apply(delivery)).is).toBe('applied');
  });

  test('waits while the SOAP account is refused, and sends afterwards', async () => {
    const game = await startGame();
    const wrong = await openAdapter(game, {}, soapAddress(game.worldserver.port, 'wrong'));
    const delivery = grant();
    expect(await wrong.apply(delivery)).toMatchObject({ is: 'later', problem: 'game_setup' });
    const adapter = await openAdapter(game);
    expect((await adapter.apply(delivery)).is).toBe('applied');
  });

  test('does not deliver to a character that moved to another account', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    await game.auth.run(`insert into waygate_accounts values (5, 'FIRST', '1')`);
    expect(await adapter.apply(grant({ characterId: '9' }))).toMatchObject({ is: 'character_missing' });
    expect((await adapter.apply(grant({ characterId: '8' }))).is).toBe('applied');
  });

  test('delivers to a character that was renamed', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    await game.characters.run(`update characters set name = 'Durotan' where guid = 7`);
    expect((await adapter.apply(grant())).is).toBe('applied');
    expect(await readMailbox(game.characters)).toMatchObject([{ receiver: 7 }]);
  });

  test('sends the item that the configuration names for a kind', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game, { kinds: { club_days: { itemId: 33470, quantity: 2 } } });
    expect((await adapter.apply(grant({ kind: 'club_days', itemId: null, quantity: 30 }))).is).toBe(
      'applied',
    );
    expect(await readMailbox(game.characters)).toMatchObject([{ itemId: 33470, pieces: 60 }]);
  });

  test('refuses a key that is of something else, and says of what', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const delivery = grant();
    await adapter.apply(delivery);
    expect(await adapter.apply({ ...delivery, accountDBID: 6 })).toMatchObject({
      is: 'rejected',
      receipt: { accountDBID: 5, kind: 'item', itemId: 49426, quantity: 2 },
    });
    expect(await adapter.apply({ ...makeRevocation(delivery), quantity: 3 })).toMatchObject({
      is: 'rejected',
    });
  });

  test('cannot take back a mail, and says what staff do', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const [sent, doubtful] = [grant(), grant()];
    await adapter.apply(sent);
    game.worldserver.behave(() => 'never');
    await adapter.apply(doubtful);
    for (const delivery of [sent, doubtful]) {
      const answer = await adapter.apply(makeRevocation(delivery));
      expect(answer).toMatchObject({ is: 'rejected', why: expect.stringContaining('character 7 by hand') });
    }
  });

  test('never sends what was revoked before', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const delivery = grant();
    expect(await adapter.apply(makeRevocation(delivery))).toMatchObject({ is: 'applied', isBarred: true });
    expect((await adapter.apply(makeRevocation(delivery))).is).toBe('duplicate');
    expect((await adapter.apply(delivery)).is).toBe('duplicate');
    expect(game.worldserver.commands).toEqual([]);
  });

  test('reports a letter as collected when its items are out, not when it is gone', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const [taken, deleted, untouched] = [grant(), grant({ itemId: 33470, quantity: 250 }), grant()];
    for (const delivery of [taken, deleted, untouched]) await adapter.apply(delivery);
    expect(await adapter.collected?.()).toEqual([]);
    await game.characters.run('update mail set has_items = 0 where id = 1; delete from mail where id = 2');
    const collected = [{ idempotencyKey: taken.idempotencyKey, collectedAt: expect.any(Date) }];
    expect(await adapter.collected?.()).toEqual(collected);
    // Before a restart it may not have been reported.
    const restarted = await openAdapter(game);
    expect(await restarted.collected?.()).toEqual(collected);
    // The game gave the id to another letter.
    await game.characters.run(`insert into mail select 2, 0, 41, 8, 7, 'Hello', '', 0, 0, 0, 0, 0`);
    expect(await restarted.collected?.()).toEqual([]);
  });
});
