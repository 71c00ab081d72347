import { describe, expect, test } from 'vitest';
import type { Finding, GameAdapter } from '#adapter.ts';
import { grantAsManual } from '#test/manual-grants.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { grant, openAdapter, soapAddress, startGame, type TestGame } from './open-adapter.ts';

const errorsOf = async (adapter: GameAdapter) =>
  (await adapter.check()).filter(({ level }) => level === 'error');

function createUser({ characters, auth, world }: TestGame): Promise<string> {
  return grantAsManual('azerothcore', characters, {
    acore_characters: characters.name,
    acore_auth: auth.name,
    acore_world: world.name,
  });
}

function asUser(game: TestGame, user: string): TestGame {
  return {
    ...game,
    characters: { ...game.characters, url: () => game.characters.url(user) },
    auth: { ...game.auth, url: () => game.auth.url(user) },
    world: { ...game.world, url: () => game.world.url(user) },
  };
}

describe.skipIf(isMariadbMissing())('the check of AzerothCore', () => {
  test('finds no fault once it has made its own tables, and names the guarantee', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    const findings = await adapter.check();
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings.map(({ message }) => message).join(' ')).toContain('at most once');
  });

  test('is content with the grants of the manual, and delivers with them', async () => {
    const game = await startGame();
    const user = await createUser(game);
    const adapter = await openAdapter(asUser(game, user));
    expect(await errorsOf(adapter)).toEqual([]);
    expect((await adapter.apply(grant())).is).toBe('applied');
    await game.characters.run(`drop user '${user}'@'127.0.0.1'`);
  });

  test('names a missing right with the statement that grants it, and loses nothing', async () => {
    const game = await startGame();
    await openAdapter(game);
    const user = await createUser(game);
    await game.characters.run(
      `revoke insert, update, delete on ${game.characters.name}.waygate_receipts from '${user}'@'127.0.0.1'`,
    );
    const adapter = await openAdapter(asUser(game, user));
    expect(await errorsOf(adapter)).toMatchObject([
      { remedy: expect.stringContaining('GRANT SELECT, INSERT') },
    ]);
    expect(await adapter.apply(grant())).toMatchObject({ is: 'later', problem: 'game_setup' });
    expect(game.worldserver.commands).toEqual([]);
    await game.characters.run(`drop user '${user}'@'127.0.0.1'`);
  });

  const faults: [string, (game: TestGame) => Promise<unknown>, RegExp, RegExp][] = [
    [
      'a missing table',
      ({ characters }) => characters.run('drop table mail'),
      /`mail` isn't in/,
      /GRANT|Name/,
    ],
    [
      'an old table of accounts',
      ({ auth }) => auth.run('alter table account drop column verifier'),
      /`account` has no `verifier`/,
      /Update the server/,
    ],
    ['a world without items', ({ world }) => world.run('drop table item_template'), /item_template/, /./],
    [
      'receipts of an engine that forgets',
      ({ characters }) => characters.run('alter table waygate_mails engine = MyISAM'),
      /MyISAM/,
      /ENGINE=InnoDB/,
    ],
    [
      'a worldserver that is off',
      ({ worldserver }) => worldserver.stop(),
      /Nothing listens/,
      /SOAP\.Enabled/,
    ],
  ];
  test.each(faults)('reports %s with its remedy', async (_, spoil, message, remedy) => {
    const game = await startGame();
    const adapter = await openAdapter(game);
    await spoil(game);
    const [first, ...others] = await errorsOf(adapter);
    expect(others).toEqual([]);
    expect(first?.message).toMatch(message);
    expect(first?.remedy).toMatch(remedy);
  });

  test.each<[string, string, RegExp]>([
    ['wrong', 'WAYGATE', /refuses the SOAP account/],
    ['any', 'PLAYER', /level is below 3/],
  ])('reports a SOAP account that may not run commands (%s)', async (password, user, message) => {
    const game = await startGame();
    const adapter = await openAdapter(game, {}, soapAddress(game.worldserver.port, password, user));
    const findings: Finding[] = await errorsOf(adapter);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toMatch(message);
    expect(findings[0]?.remedy).toContain(`account set gmlevel ${user} 3 -1`);
  });

  test('warns without the game’s table of items', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game, { worldDatabase: undefined });
    const warnings = (await adapter.check()).filter(({ level }) => level === 'warning');
    expect(warnings).toHaveLength(1);
    // Then the worldserver itself refuses.
    expect(await adapter.apply(grant({ itemId: 12 }))).toMatchObject({
      is: 'rejected',
      problem: 'unknown_item',
    });
  });
});
