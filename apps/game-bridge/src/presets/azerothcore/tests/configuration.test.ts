import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/read-config.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../../../../../examples');
const environment = {
  BRIDGE_TOKEN: 'a-token-of-at-least-twenty',
  GAME_DATABASE_PASSWORD: 'secret',
  SOAP_PASSWORD: 'secret',
};
const read = (name: string, change: (text: string) => string = (text) => text) =>
  parseConfig(change(readFileSync(path.join(EXAMPLES, `${name}.yaml`), 'utf8')), { file: name, environment });

test.each(['azerothcore', 'canary', 'tfs'])('reads the example of %s', async (name) => {
  expect(await read(name)).toMatchObject({ game: name, portal: 'http://localhost:3000' });
});

test.each<[string, string, string, RegExp]>([
  ['azerothcore', 'soap: .*', '', /soap: This is the worldserver/],
  ['azerothcore', 'soap: .*', 'soap: http://127.0.0.1:7878/', /soap: This is the worldserver/],
  ['azerothcore', 'mailSubject: .*', `mailSubject: 'a" 1:1'`, /mailSubject: It may have no quotes/],
  ['azerothcore', 'expansion: 2', 'expansion: 3', /expansion: /],
  ['azerothcore', 'itemId: 49426', 'itemId: abc', /kinds\.founder_package\.itemId: /],
  ['canary', 'coins: 250', 'coin: 250', /items\.7001\.coin: This field is not known/],
  ['canary', '7001: .*', '7001: {}', /items\.7001: Name what one piece is/],
  ['canary', 'passwordType: sha1', 'passwordType: bcrypt', /passwordType: /],
  ['canary', 'banPlayerId', 'accountDatabase: mysql://a@b/c\nbanPlayerId', /accountDatabase: This game has/],
  ['tfs', 'premiumDays: 30', 'coins: 30', /items\.7001\.coins: This field is not known/],
  ['tfs', 'club_days:', 'Club days:', /kinds/],
])('of %s with %s changed to %j, it says what is wrong', async (name, from, to, message) => {
  await expect(read(name, (text) => text.replace(new RegExp(from), to))).rejects.toThrow(message);
});
