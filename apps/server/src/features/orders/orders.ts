// Checkout, payment, fulfilment, refunds.
export { selectMoneyTasks } from './admin/money-tasks.queries.ts';
export { selectBuyersOf } from './bought-packages.queries.ts';
export { createReportingPayments } from './payments/permission-findings.ts';
export { readPaymentFindings } from './payments/payment-setup.service.ts';
export { endSandboxOrders } from './payments/sandbox-orders.service.ts';
export { ORDER_MAILS } from './mails/order-mail-kinds.ts';
export { restartSweeps } from './payments/payment-sweep.queries.ts';
export { type LostPayment, listLostPayments } from './payments/lost-payments.service.ts';
export { deleteOldWebhookEvents } from './payments/webhooks.queries.ts';
