// Links of accounts with Twitch, and the encrypted tokens of streamers.
export { NeedsNewLink, getAccessToken, validateTokens } from './access-tokens.ts';
export {
  type StreamerState,
  deleteExpiredLinkRows,
  deleteLink,
  deleteStreamer,
  insertLinkBlock,
  selectIsLinkedLocked,
  selectLinkedAccounts,
  selectLink,
  selectLinkLocked,
  streamerState,
} from './links.queries.ts';
export { BLOCK_DAYS } from './links.service.ts';
export { linkAgainMail } from './link-again.mail.ts';
export { mailStreamersToLink } from './link-again.service.ts';
export {
  carryOutRevocation,
  endAccess,
  giveUpOldRevocations,
  queueRevocation,
  revokeAccess,
  revokeRejected,
} from './revocations.service.ts';
export { type StreamerTokens, selectAllStreamerTokens } from './streamer-tokens.queries.ts';
export { warnOfMissingKeys } from './token-keys.ts';
export { twitchLinks, twitchStreamers } from './twitch-links.tables.ts';
export { type EnabledTwitch, type TwitchParts, requireTwitch } from './twitch-parts.ts';
export { fillTwitchAges } from './twitch-ages.service.ts';
