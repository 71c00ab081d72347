// Game servers, and the tokens and addresses of their bridges.
export { type BridgeToken, selectBridgeTokens } from './bridge.queries.ts';
export {
  addBridgeToken,
  allowAddress,
  allowLoopback,
  createAuthorizeBridge,
  ensureBridgeToken,
  keepBridgeTokenFile,
  revokeBridgeToken,
  rotateBridgeTokens,
} from './bridge.service.ts';
export { presentGameServer } from './game-servers.presenter.ts';
export { type GameServerRow, selectGameServer, selectGameServers } from './game-servers.queries.ts';
export {
  CURVE_STEP_MINUTES,
  deleteOldSamples,
  type PlayersPoint,
  selectPlayersOnline,
} from './samples.queries.ts';
export { observeGameServers } from './server-metrics.ts';
export { effectiveAccountPolicy } from './game-servers.rules.ts';
export { createLeaseRecorder, leaseSignal } from './last-leases.ts';
export { FIRST_SERVER_ID, gameServers, gameServerStatus } from './game-servers.tables.ts';
export { isHashingTrusted, upsertStatus } from './status.queries.ts';
export { selectServerNames } from './server-names.queries.ts';
export { requireItemServers } from './item-servers.service.ts';
