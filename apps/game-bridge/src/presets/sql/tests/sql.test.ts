import { describe, expect, test } from 'vitest';
import { makeRevocation } from '#test/deliveries.ts';
import { createCommand, createDelivery } from '#test/hero.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { isPostgresMissing } from '#test/postgres-database.ts';
import { OPTIONS, openGame } from './game.ts';

const DIALECTS = [
  'sqlite' as const,
  ...(isMariadbMissing() ? [] : ['mysql' as const]),
  ...(isPostgresMissing() ? [] : ['postgres' as const]),
];

const daysUntil = (time: Date) => (time.getTime() - Date.now()) / 86_400_000;

const claimWith = (proof: string) =>
  ({ kind: 'claim', login: 'hero', proof: { scheme: 'sha1', proof } }) as const;

describe.each(DIALECTS)('a game of its own on %s', (dialect) => {
  test('gets a delivery once, by however many bridges, and gives it back once', async () => {
    const { adapter, open, rows } = await openGame(dialect);
    // A second connection to SQLite blocks the thread that the first one needs; bridges are separate processes.
    const other = dialect === 'sqlite' ? adapter : await open();
    const grant = createDelivery();
    const answers = await Promise.all([adapter, other, adapter, other].map((one) => one.apply(grant)));
    expect(answers.map(({ is }) => is).toSorted()).toEqual([
      'applied',
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
    expect(await rows('select * from mails')).toEqual([[grant.idempotencyKey, 700, 7001, 2]]);
    expect(await adapter.apply({ ...grant, quantity: 3 })).toMatchObject({
      is: 'rejected',
      receipt: { quantity: 2 },
    });
    const revocation = makeRevocation(grant);
    const revoked = await Promise.all([adapter, other].map((one) => one.apply(revocation)));
    expect(revoked.map(({ is }) => is).toSorted()).toEqual(['applied', 'duplicate']);
    expect(await rows('select * from mails')).toEqual([]);
    expect((await adapter.apply(grant)).is).toBe('duplicate');
  });

  test('says again until when a grant can be collected', async () => {
    const { open } = await openGame(dialect);
    const adapter = await open({ ...OPTIONS, expiresAfterDays: 30 });
    const grant = createDelivery();
    for (const is of ['applied', 'duplicate']) {
      const answer = await adapter.apply(grant);
      expect(answer.is).toBe(is);
      const days = 'collectBy' in answer && answer.collectBy && daysUntil(answer.collectBy);
      expect(days).toBeCloseTo(30, 2);
    }
  });

  test('never applies a grant whose revocation came first', async () => {
    const { adapter, rows } = await openGame(dialect);
    const grant = createDelivery();
    expect(await adapter.apply(makeRevocation(grant))).toMatchObject({ is: 'applied', isBarred: true });
    expect((await adapter.apply(grant)).is).toBe('duplicate');
    expect(await rows('select * from mails')).toEqual([]);
  });

  test.each([
    [{ characterId: '999' }, { is: 'character_missing' }],
    [{ characterId: null }, { is: 'character_missing' }],
    [{ itemId: 8 }, { is: 'rejected', problem: 'unknown_item' }],
    [
      { kind: 'club_days', itemId: null, gameAccountId: null },
      { is: 'later', problem: 'no_game_account' },
    ],
    [
      { kind: 'club_days', itemId: null, gameAccountId: '4' },
      { is: 'later', problem: 'game_setup' },
    ],
    [{ kind: 'benefit' }, { is: 'rejected', problem: 'game_setup' }],
  ] as const)('answers %j with %j and keeps no receipt', async (changes, answer) => {
    const { adapter, rows } = await openGame(dialect);
    expect(await adapter.apply(createDelivery(changes))).toMatchObject(answer);
    expect(await rows('select * from waygate_receipts')).toEqual([]);
  });

  test('waits while the mailbox is full', async () => {
    const { adapter, database } = await openGame(dialect);
    for (let mail = 0; mail < 3; mail += 1)
      expect((await adapter.apply(createDelivery())).is).toBe('applied');
    const waiting = createDelivery();
    expect(await adapter.apply(waiting)).toMatchObject({ is: 'later', problem: 'inbox_full' });
    await database.execute('delete from mails');
    expect((await adapter.apply(waiting)).is).toBe('applied');
  });

  test('never applies a grant whose revocation came first, even without statements that revoke', async () => {
    const { open, rows } = await openGame(dialect);
    const adapter = await open({ ...OPTIONS, statements: { ...OPTIONS.statements, revoke: {} } });
    const [barred, given] = [createDelivery(), createDelivery()];
    expect(await adapter.apply(makeRevocation(barred))).toMatchObject({ is: 'applied', isBarred: true });
    await adapter.apply(barred);
    await adapter.apply(given);
    expect(await adapter.apply(makeRevocation(given))).toMatchObject({
      is: 'rejected',
      problem: 'game_setup',
    });
    expect(await rows('select mail_key from mails')).toEqual([[given.idempotencyKey]]);
  });

  test('remembers what it applied when the configuration has no statement for it any more', async () => {
    const { adapter, open } = await openGame(dialect);
    const grant = createDelivery();
    await adapter.apply(grant);
    const changed = await open({ ...OPTIONS, statements: { ...OPTIONS.statements, grant: {} } });
    expect((await changed.apply(grant)).is).toBe('duplicate');
    expect(await changed.apply(createDelivery())).toMatchObject({ is: 'rejected', problem: 'game_setup' });
  });

  test('counts what needs no statement as delivered', async () => {
    const { adapter } = await openGame(dialect);
    expect((await adapter.apply(createDelivery({ kind: 'founder_package', itemId: null }))).is).toBe(
      'applied',
    );
  });

  test('creates, renames, locks and claims accounts, each safe to repeat', async () => {
    const { adapter, rows } = await openGame(dialect);
    const command = async (changes: Parameters<typeof createCommand>[0]) => {
      const once = await adapter.command?.(createCommand(changes));
      expect(await adapter.command?.(createCommand(changes))).toEqual(once);
      return once;
    };
    expect(await command({ login: 'newcomer', accountDBID: 9 })).toMatchObject({
      is: 'done',
      gameAccountId: '72',
    });
    expect(await command({ login: 'hero', accountDBID: 10 })).toMatchObject({ is: 'taken' });
    expect(
      await command({ kind: 'rename', login: 'newcomer', newLogin: 'idle', accountDBID: 9 }),
    ).toMatchObject({ is: 'taken' });
    expect(
      await command({ kind: 'rename', login: 'newcomer', newLogin: 'veteran', accountDBID: 9 }),
    ).toMatchObject({ login: 'veteran' });
    await command({ kind: 'set_password', accountDBID: 9, credential: { scheme: 'sha1', verifier: 'f00' } });
    await command({ kind: 'lock', accountDBID: 9 });
    expect(await rows('select login, hash, locked from accounts where id = 72')).toEqual([
      ['veteran', 'f00', 1],
    ]);
    expect(await command(claimWith('0000'))).toMatchObject({ is: 'wrong_password' });
    expect(await command(claimWith('A94A8FE5CCB19BA61C4C0873D391E987982FBBD3'))).toMatchObject({
      is: 'done',
      gameAccountId: '70',
    });
    expect(await command({ ...claimWith('x'), accountDBID: 11 })).toMatchObject({ is: 'taken' });
    expect(await command({ kind: 'unlock', accountDBID: 99 })).toMatchObject({ is: 'missing' });
  });

  test('reports characters of its accounts and who is online', async () => {
    const { adapter } = await openGame(dialect);
    const proof = { scheme: 'sha1', proof: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' } as const;
    await adapter.command?.(createCommand({ kind: 'claim', proof }));
    const batches = [];
    for await (const batch of adapter.characters?.() ?? []) batches.push(batch);
    expect(batches.flat()).toEqual([
      { accountDBID: 5, characterId: '700', name: 'Kara', level: 12, class: 'Hero', online: true },
      { accountDBID: 5, characterId: '701', name: 'Belwyn', level: 3, class: 'Hero', online: false },
    ]);
    expect(await adapter.status()).toEqual({
      isOnline: true,
      playersOnline: 1,
      capacity: 500,
      gameVersion: null,
    });
  });

  test('check mends the missing tables and finds what is wrong with statements', async () => {
    const { adapter, open } = await openGame(dialect, { isBare: true });
    const errors = (await adapter.check()).filter(({ level }) => level === 'error');
    expect(errors.map(({ message }) => message).join('\n')).toMatch(/waygate_receipts[^]*waygate_accounts/);
    for (const { fix } of errors) await fix?.();
    expect((await adapter.check()).filter(({ level }) => level === 'error')).toEqual([]);
    const grant = { item: 'insert into mails (nope) values (:key)' };
    const broken = await open({ ...OPTIONS, statements: { ...OPTIONS.statements, grant } });
    const found = (await broken.check()).filter(({ level }) => level === 'error');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^statements\.grant\.item\.0: .*nope/),
    ]);
  });
});

test('names every fault of the statements that can be seen without a database', async () => {
  const { open } = await openGame('sqlite');
  const grant = {
    item: 'insert into mails values (:keys)',
    club_days: 'create table x (y int)',
    default: 'select ?',
    founder_package: 'insert into mails values (1); delete from mails',
    benefit: '/* not one */ commit',
    veteran_package: "insert into mails values ('a;b') ; -- one; only",
    staff_package: 'analyze table mails',
  };
  const faulty = open({ ...OPTIONS, statements: { ...OPTIONS.statements, grant } });
  await expect(faulty).rejects.toThrow(
    /grant\.item\.0: There is no parameter :keys[^]*club_days\.0: Only select[^]*default\.0: The statement has a '\?'[^]*founder_package\.0: These are several[^]*benefit\.0: Only select[^]*staff_package\.0: Only select/,
  );
  await expect(faulty).rejects.not.toThrow(/veteran/);
});

test.skipIf(isMariadbMissing())(
  'a table without transactions is an error, with the statement that mends it, and gets nothing before',
  async () => {
    const { adapter, database, rows } = await openGame('mysql', { engine: 'MyISAM' });
    const errors = (await adapter.check()).filter(({ level }) => level === 'error');
    expect(errors.map(({ remedy }) => remedy)).toContain('alter table mails engine = InnoDB');
    await adapter.recover();
    const grant = createDelivery();
    expect(await adapter.apply(grant)).toMatchObject({
      is: 'later',
      problem: 'game_setup',
      why: expect.stringContaining('mails (MyISAM)'),
    });
    expect(await rows('select * from mails')).toEqual([]);
    await database.execute('alter table mails engine = InnoDB');
    await database.execute('alter table premium engine = InnoDB');
    expect(await adapter.apply(grant)).toMatchObject({ is: 'applied' });
  },
);

test.skipIf(isMariadbMissing())(
  'a table that is made without transactions while it runs gets nothing',
  async () => {
    const { adapter, database, rows } = await openGame('mysql');
    await database.execute('rename table mails to missing');
    await adapter.recover();
    const grant = createDelivery();
    await expect(adapter.apply(grant)).rejects.toThrow(/mails/);
    await database.execute('create table mails engine = MyISAM select * from missing');
    expect(await adapter.apply(grant)).toMatchObject({ is: 'later', problem: 'game_setup' });
    expect(await rows('select * from mails')).toEqual([]);
  },
);
