import { TokenUnreadable, type TokenBox } from '#platform/twitch/token-box.ts';
import type { EnabledTwitch } from './twitch-parts.ts';
import { selectBlockKeyIds } from './links.queries.ts';
import { selectTokenOfEachKey } from './streamer-tokens.queries.ts';

/** Warns the operator when stored data needs a key that was removed, or replaced under the same id. */
export async function warnOfMissingKeys({ db, twitch, log }: EnabledTwitch): Promise<void> {
  const tokens = await selectTokenOfEachKey(db);
  const ofTokens = tokens.filter((token) => !opens(twitch.tokens, token)).map(({ keyId }) => keyId);
  if (ofTokens.length > 0)
    log.warn(
      { keyIds: ofTokens },
      "Stored streamers' tokens need a key that is not in TWITCH_TOKEN_KEY. Put it back after the newest one, or these streamers have to link again.",
    );
  const blocks = await selectBlockKeyIds(db);
  const ofBlocks = blocks.filter((keyId) => !twitch.tokens.knows(keyId));
  if (ofBlocks.length > 0)
    log.warn(
      { keyIds: ofBlocks },
      'Blocks of Twitch accounts that were unlinked within 30 days need a key that is not in TWITCH_TOKEN_KEY. Put it back after the newest one, or these can be linked to other accounts immediately.',
    );
}

function opens(
  box: TokenBox,
  { accountId, ...sealed }: { accountId: number; keyId: string; sealed: Buffer },
) {
  try {
    box.open(sealed, accountId);
    return true;
  } catch (error) {
    if (error instanceof TokenUnreadable) return false;
    throw error;
  }
}
