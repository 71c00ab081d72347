/** What comes of a call with this token from this address. */
export type BridgeAdmission = 'admitted' | 'wrong_token' | 'unlisted_address';

/** Decides whether the game's bridge is calling. */
export type AuthorizeBridge = (token: string, address: string) => Promise<BridgeAdmission>;
