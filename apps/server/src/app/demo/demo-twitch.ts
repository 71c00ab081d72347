import { randomInt } from 'node:crypto';
import type { TwitchPeople } from '#features/demo/demo.ts';
import { replaceFile } from '#platform/files/kept-files.ts';
import { CHATTERS_SCOPE } from '#platform/twitch/twitch-oauth.ts';
import { type SimulatorSnapshot, snapshotFile } from '#simulators/twitch/simulator-snapshot.ts';

/** Fills the simulated Twitch of a data folder with the people of a demo. It must not be open. */
export async function keepDemoTwitch(
  dataDir: string,
  { users, streams, chats, grants }: TwitchPeople,
  gameId: string,
): Promise<void> {
  const snapshot: SimulatorSnapshot = {
    world: {
      users,
      streams: streams.map((stream) => ({
        ...stream,
        id: String(randomInt(1_000_000_000, 9_999_999_999)),
        gameId,
        tags: ['English'],
      })),
      chats,
      moderators: {},
    },
    grants: {
      grants: grants.map(({ userId, accessToken, refreshToken, expiresAtMs }) => ({
        userId,
        scopes: [CHATTERS_SCOPE],
        refreshToken,
        access: [{ token: accessToken, expiresAtMs }],
      })),
      appTokens: [],
    },
  };
  await replaceFile(snapshotFile(dataDir), JSON.stringify(snapshot));
}
