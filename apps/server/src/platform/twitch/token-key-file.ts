import type { TokenKey } from '#platform/config/token-keys.ts';
import { ensureKeyFile } from '#platform/crypto/key-file.ts';

/** The key of an installation without TWITCH_TOKEN_KEY: tokens outlive restarts. */
export function ensureTokenKeys(dataDir: string): Promise<TokenKey[]> {
  return ensureKeyFile(dataDir, 'twitch-token-key', 'streamers then have to link again');
}
