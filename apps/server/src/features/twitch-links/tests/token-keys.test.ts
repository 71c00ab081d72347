import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenKey } from '#platform/config/token-keys.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { createDropsPortal, createStreamer, createViewer, type DropsPortal } from '#test/drop-journeys.ts';
import { selectIsBlocked } from '#features/twitch-links/links.queries.ts';
import { unlink } from '#features/drops/unlink.service.ts';
import { warnOfMissingKeys } from '#features/twitch-links/token-keys.ts';

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal();
});
afterAll(() => portal.close());

const newKey = (id: string): TokenKey => ({ id, key: randomBytes(32) });

function withKeys(...tokenKeys: TokenKey[]) {
  const { log, lines } = captureLog();
  const twitch = createTwitch({ ...portal.twitch.config, tokenKeys, publicOrigin: '' });
  return { drops: { ...portal.drops, log, twitch }, lines };
}

/** What a start with these keys says. */
async function warningsWith(...tokenKeys: TokenKey[]): Promise<{ keyIds: string[]; msg: string }[]> {
  const { drops, lines } = withKeys(...tokenKeys);
  await warnOfMissingKeys(drops);
  return lines();
}

test('startup reports key names that are in use but not configured, and no key itself', async () => {
  const [configured] = portal.twitch.config.tokenKeys;
  if (!configured) throw new Error('There is no key.');
  const fresh = newKey('fresh');
  expect(await warningsWith(fresh)).toEqual([]);

  await createStreamer(portal);
  expect(await warningsWith(configured)).toEqual([]);
  expect(await warningsWith(fresh, configured)).toEqual([]);
  const ofTokens = expect.objectContaining({
    keyIds: [configured.id],
    msg: expect.stringContaining('these streamers have to link again'),
  });
  expect(await warningsWith(fresh)).toEqual([ofTokens]);
  // Replaced under its name, which no list of names could tell.
  expect(await warningsWith({ ...fresh, id: configured.id })).toEqual([ofTokens]);

  const viewer = await createViewer(portal);
  await unlink(portal.parts, viewer.id);
  const warnings = await warningsWith(fresh);
  expect(warnings).toEqual([
    ofTokens,
    expect.objectContaining({
      keyIds: [configured.id],
      msg: expect.stringContaining('can be linked to other accounts immediately'),
    }),
  ]);
  expect(JSON.stringify(warnings)).not.toContain(fresh.key.toString('base64'));
  expect(await warningsWith(fresh, configured)).toEqual([]);
  // A block that has run out needs no key.
  await portal.parts.db.execute('update twitch_link_blocks set blocked_until = now()');
  expect(await warningsWith(fresh)).toEqual([ofTokens]);
  // Nor does a token that is none any more.
  await portal.parts.db.execute('update twitch_streamers set needs_new_link = true');
  expect(await warningsWith(fresh)).toEqual([]);
});

test('a block remains valid while its key is configured', async () => {
  const [old, fresh] = [newKey('old'), newKey('fresh')];
  const viewer = await createViewer(portal);
  const other = await createSignedInPlayer(portal);
  await unlink({ ...withKeys(old).drops, jobs: portal.parts.jobs }, viewer.id);
  const isBlockedWith = (...keys: TokenKey[]) => {
    const hashes = withKeys(...keys).drops.twitch.tokens.hashesOf(viewer.twitchUser.id);
    return selectIsBlocked(portal.parts.db, { hashes, accountId: other.id });
  };
  expect(await isBlockedWith(fresh, old)).toBe(true);
  expect(await isBlockedWith(fresh)).toBe(false);
});
