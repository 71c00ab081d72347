import { expect, test } from 'vitest';
import { azerothcoreOptionsSchema, readSoapAddress } from '#presets/azerothcore/options.ts';
import {
  mailSubject,
  readRefusal,
  sendItemsCommand,
  splitIntoMails,
} from '#presets/azerothcore/send-items.rules.ts';
import { readSoapAnswer } from '#presets/azerothcore/soap-client.ts';

const MAIL = { characterGuid: 7, subject: 'Your items #0', text: 'Thanks!', itemId: 5, quantity: 3 };

test('names the character by its number and quotes the texts', () => {
  expect(sendItemsCommand(MAIL)).toBe('.send items 7 "Your items #0" "Thanks!" 5:3');
});

test.each([
  { text: 'a" 1:1 "' },
  { text: "it's" },
  { text: 'back\\slash' },
  { text: 'two\nlines' },
  { subject: '|Hitem:1|h' },
  { characterGuid: 1.5 },
  { quantity: -1 },
  { itemId: Number.NaN },
])('refuses to make a command of %j', (changes) => {
  expect(() => sendItemsCommand({ ...MAIL, ...changes })).toThrow(RangeError);
});

test.each([
  [1, undefined, [1]],
  [25, undefined, [12, 12, 1]],
  [240, { stackSize: 20, maxCount: 0 }, [240]],
  [241, { stackSize: 20, maxCount: 0 }, [240, 1]],
  [2_000_000_000, { stackSize: 2_147_483_647, maxCount: 0 }, [2_000_000_000]],
  [500, { stackSize: 0, maxCount: 0 }, [500]],
  [241, undefined, undefined],
])('splits %d of %j into mails of %j', (quantity, template, mails) => {
  expect(splitIntoMails(quantity, template)).toEqual(mails);
});

test('makes another subject for each delivery and each of its mails', () => {
  const subjects = ['a', 'b', 'A'].flatMap((key) => [0, 1].map((part) => mailSubject('Yours', key, part)));
  expect(new Set(subjects).size).toBe(6);
  expect(mailSubject('Yours', 'a', 1)).toMatch(/^Yours #[0-9a-f]{16}\/2$/);
});

test.each([
  ['Invalid item id: 12', 'rejected'],
  ["Item '12' not found in database.", 'rejected'],
  ['Invalid item count (0) for item 12', 'rejected'],
  ["Mail can't have more 12 item stacks", 'rejected'],
  ["Character with GUID '7' does not exist.", 'no_character'],
  ['Player not found!', 'no_character'],
  ['There is no such command', 'setup'],
  ['Ungültige Item-ID: 12', undefined],
  ['', undefined],
])('reads the fault %j as %s', (text, is) => {
  expect(readRefusal(text)?.is).toBe(is);
});

test.each([
  [200, '<html>', 'doubtful'],
  [200, '', 'doubtful'],
  [200, '<a:Envelope xmlns:a="x"><a:Body><b>', 'doubtful'],
  [200, '<a:Envelope xmlns:a="x"><a:Body></a:Body></a:Envelope>', 'doubtful'],
  [
    500,
    '<E:Envelope xmlns:E="x"><E:Body><E:Fault><faultstring>No &amp; no</faultstring></E:Fault></E:Body></E:Envelope>',
    'refused',
  ],
  [421, '', 'doubtful'],
  [302, '', 'doubtful'],
  [401, '', 'denied'],
  [403, '', 'denied'],
])('reads an answer with the status %d and %j as %s', (status, body, is) => {
  expect(readSoapAnswer(status, body).is).toBe(is);
});

test.each([
  undefined,
  'not an address',
  'https://a:b@127.0.0.1/',
  'http://127.0.0.1:7878/',
  'http://a@127.0.0.1/',
])('says how the address of SOAP is written, instead of %s', (address) => {
  expect(() => readSoapAddress(address, 1)).toThrow(/http:\/\/user:password@/);
});

test('refuses texts and fields that the configuration cannot have', () => {
  expect(azerothcoreOptionsSchema.safeParse({ mailSubject: 'a"b' }).success).toBe(false);
  expect(azerothcoreOptionsSchema.safeParse({ expansions: 2 }).success).toBe(false);
  expect(azerothcoreOptionsSchema.parse({})).toMatchObject({ expansion: 2, mailWaitSeconds: 10 });
});
