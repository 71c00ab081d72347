import { openGameDatabase } from '#database/open-game-database.ts';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/read-config.ts';
import { parseCommand } from '#config/command-line.ts';

const GOOD = `
portal: https://portal.example/
token: \${TOKEN}
game: sql
database: mysql://bridge:se%20cret@127.0.0.1/game
statements:
  grant:
    default: insert into mail (k) values (:key)
`;
const ENVIRONMENT = { TOKEN: 'a-token-of-many-characters' };
const read = (text: string, environment: Record<string, string> = ENVIRONMENT) =>
  parseConfig(text, { file: 'bridge.yaml', environment });

test('reads a configuration with its defaults', async () => {
  const config = await read(GOOD);
  expect(config).toMatchObject({
    portal: 'https://portal.example',
    pollSeconds: 2,
    batch: 100,
    listen: { host: '127.0.0.1', port: 9464 },
  });
  expect(config.readToken()).toBe(ENVIRONMENT.TOKEN);
  expect(config.presetConfig.accountDatabase).toBe(config.presetConfig.database);
  expect(config.secrets).toContain('se cret');
});

test('takes the token from BRIDGE_TOKEN, and variables with a default', async () => {
  const text = GOOD.replace('token: ${TOKEN}', 'listen: ${LISTEN:-off}');
  const config = await read(text, { BRIDGE_TOKEN: 'another-token-of-many' });
  expect([config.readToken(), config.listen]).toEqual(['another-token-of-many', null]);
});

test('names every fault with its path, and none of the values', async () => {
  const text = `
portal: ftp://x
token: \${MISSING}
game: sql
database: oracle://user:hidden@host/x
batch: 501
pollSeconds: soon
statments: {}
statements:
  grant:
    dragon: []
    item: 5
needsCharacter: 3
`;
  const error = await read(text).then(
    () => new Error('It is fine.'),
    (reason: Error) => reason,
  );
  expect(error.message.split('\n')[0]).toBe('The configuration bridge.yaml has 9 faults:');
  for (const path of [
    'portal',
    'token',
    'database',
    'batch',
    'pollSeconds',
    'statments',
    'statements.grant.dragon',
    'statements.grant.item',
    'needsCharacter',
  ])
    expect(error.message).toMatch(new RegExp(`^  ${path}: [A-Z].*\\.`, 'm'));
  expect(error.message).not.toMatch(/hidden|oracle/);
});

test('says what a field may be, and tells a missing one from a wrong one', async () => {
  const text = `
portal: https://portal.example
token: a-token-of-many-characters
game: rathena
database: mysql://bridge@127.0.0.1/ragnarok
listen: 9464
mailReturnDays: -3
sender: A name that is much too long
maxStack: many
kinds:
  club_days: { itemID: 5 }
  clubdays: { itemId: 5 }
`;
  await expect(read(text)).rejects.toThrow(
    [
      "  listen: This is an address such as 127.0.0.1:9464, or 'off'.",
      '  passwords: Missing. This is plain or md5.',
      '  sender: This has at most 23 characters.',
      '  maxStack: This is a number.',
      '  kinds.club_days.itemId: Missing. This is a number.',
      '  kinds.club_days.itemID: This field is not known.',
      '  kinds.clubdays: This is one of premium_coins, second_coins, club_days, founder_package, veteran_package, benefit, content_creator_package, staff_package, or one by its id, such as benefit:17.',
      '  mailReturnDays: This is at least 0.',
    ].join('\n'),
  );
});

test('lists every place where the file is no YAML, without what stands there', async () => {
  const text = 'portal: x\n\ttoken: hidden\ngame: sql\ngame: "hidden\n';
  await expect(read(text)).rejects.toThrow(
    /isn't YAML:\n {2}line 2: Tabs are not allowed as indentation\.\n {2}line \d: [^]*quote/,
  );
  await expect(read(text)).rejects.not.toThrow('hidden');
});

test.each(['p@ss/w#rd?:[1]', 'a long password', 'p%40ss'])(
  'takes the password %j as a variable',
  async (password) => {
    const text = GOOD.replace('se%20cret', '${PASSWORD}');
    const { secrets, presetConfig } = await read(text, { ...ENVIRONMENT, PASSWORD: password });
    expect(secrets).toContain(decodeURIComponent(password));
    expect(new URL(presetConfig.database).hostname).toBe('127.0.0.1');
  },
);

test.each([
  ['', 'has no fields'],
  ['a: [', "isn't YAML:\n  line 1: "],
  ['game: *sql', "isn't YAML"],
  ['game: nothing', "There is no preset 'nothing', only rathena"],
  ['game: __proto__', "There is no preset '__proto__'"],
])('says what is wrong with %j', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test.each([
  [[], 'Name the configuration'],
  [['--config', 'x', 'walk'], "no command 'walk'"],
  [['--config', 'x', '--fix'], '--fix belongs to check'],
  [['--config', 'x', 'run', 'once'], 'Unexpected'],
  [['--sideways'], 'Unknown option'],
])('says what is wrong with the command line %j', (args, message) => {
  expect(() => parseCommand(args)).toThrow(message);
});

test('keeps the passwords of every database from the log', async () => {
  const { secrets } = await read(`
portal: http://127.0.0.1:3000
token: a-token-of-many-characters
game: azerothcore
database: mysql://u:first-pass@127.0.0.1/characters
accountDatabase: mysql://u:second-pass@127.0.0.1/auth
worldDatabase: mysql://u:third%20pass@127.0.0.1/world
soap: http://u:fourth-pass@127.0.0.1:7878/
`);
  const expected = ['a-token-of-many-characters', 'first-pass', 'second-pass', 'third pass', 'fourth-pass'];
  for (const secret of expected) expect(secrets).toContain(secret);
});

test('takes no rest of a password for the name of a database', async () => {
  const address = 'mysql://bridge:12/rest-of-it@127.0.0.1/game';
  await expect(openGameDatabase(address)).rejects.toThrow(/special characters of the password/);
});
