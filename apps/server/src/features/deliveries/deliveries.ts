// Exactly-once delivery of items into the game, and the bridge API that the game calls.
export { observeDeliveries } from './dead-deliveries.service.ts';
export { selectDeliveryTasks } from './admin/stuck-deliveries.queries.ts';
export {
  type GrantedItem,
  isOnHold,
  selectDeliveriesOfOrder,
  selectGrantedItem,
  selectIsDeliveryCancelled,
  selectOrdersWithUndelivered,
  shownStateSql,
  updateGrantsMaybeSent,
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
export { itemName } from './item-names.queries.ts';
export { selectReceiptsWanted } from './receipts/receipts.queries.ts';
export { updateGameAccountDeliveriesDue } from './waiting-deliveries.queries.ts';
export {
  createBenefitKey,
  createPackKey,
  dropKey,
  itemGrantKey,
  orderLineKey,
} from './delivery-keys.rules.ts';
export { shownState } from './delivery-states.rules.ts';
export { selectDeliveryStates, selectDeliveryStatesOfOrders } from './line-states.queries.ts';
export { chooseTarget, type Target, type TargetChoice } from './targets.service.ts';
