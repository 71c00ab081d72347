// Checkout, payment, fulfilment, refunds.
export { selectBuyersOf } from './bought-packages.queries.ts';
export { deleteOldWebhookEvents } from './payments/webhooks.queries.ts';
