// Exactly-once delivery of items into the game, and the bridge API that the game calls.
export {
  type BridgeToken,
  addBridgeToken,
  allowAddress,
  allowLoopback,
  createAuthorizeBridge,
  ensureBridgeToken,
  keepBridgeTokenFile,
  listBridgeTokens,
  revokeBridgeToken,
  rotateBridgeTokens,
} from './bridge.service.ts';
export { observeDeliveries } from './dead-deliveries.service.ts';
export {
  isDeliveryCancelled,
  queueDeliveries,
  selectDeliveriesOfOrder,
  selectDeliveryStatesOfOrders,
  withdrawDeliveries,
  withdrawOrderDeliveries,
} from './deliveries.service.ts';
