/** The result of checking a bridge call's token and address: the game server that the token is for, or a refusal. */
export type BridgeAdmission = { serverId: number } | 'wrong_token' | 'unlisted_address';

/** Checks whether a token and an address may call the bridge. */
export type AuthorizeBridge = (token: string, address: string) => Promise<BridgeAdmission>;
