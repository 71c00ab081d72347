// Exactly-once delivery of items into the game, and the bridge API that the game calls.
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
export { observeDeliveries } from './dead-deliveries.service.ts';
export {
  selectDeliveriesOfOrder,
  selectIsDeliveryCancelled,
  selectOrdersWithUndelivered,
} from './deliveries.queries.ts';
export {
  holdOrderDeliveries,
  queueDeliveries,
  releaseOrderDeliveries,
  withdrawDeliveries,
  withdrawOrderDeliveries,
  withdrawUndelivered,
  type Withdrawn,
} from './deliveries.service.ts';
export { createBenefitKey, createPackKey, dropKey, orderLineKey } from './delivery-keys.rules.ts';
export { selectDeliveryStatesOfOrders } from './line-states.queries.ts';
