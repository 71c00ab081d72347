// Checkout, payment, fulfilment, refunds.
export { selectBuyersOf } from './bought-packages.queries.ts';
export { createReportingPayments } from './payments/permission-findings.ts';
export { readPaymentFindings } from './payments/payment-setup.service.ts';
export { endSandboxOrders } from './payments/sandbox-orders.service.ts';
export { ORDER_MAILS } from './mails/order-mail-kinds.ts';
export { deleteOldWebhookEvents } from './payments/webhooks.queries.ts';
