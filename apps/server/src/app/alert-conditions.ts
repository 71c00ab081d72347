import { BACKUP_ALERTS } from '#features/backups/backups.alerts.ts';
import { BULK_ALERTS } from '#features/bulk/bulk.alerts.ts';
import { CHECKOUT_ALERTS } from '#features/orders/checkout.alerts.ts';
import { DELIVERY_ALERTS } from '#features/deliveries/deliveries.alerts.ts';
import { GAME_ACCOUNT_ALERTS } from '#features/game-accounts/game-accounts.alerts.ts';
import { DROP_ALERTS } from '#features/drops/drops.alerts.ts';
import { FACTOR_ALERTS } from '#features/factors/factors.alerts.ts';
import { GAME_SERVER_ALERTS } from '#features/game-servers/game-servers.alerts.ts';
import { LEDGER_ALERTS } from '#features/ledger/ledger.alerts.ts';
import { MAIL_ALERTS } from '#features/mail/mail.alerts.ts';
import { ORDER_ALERTS } from '#features/orders/orders.alerts.ts';
import { PROCESS_ALERTS } from '#features/processes/processes.alerts.ts';
import { REDELIVERY_ALERTS } from '#features/redeliveries/redeliveries.alerts.ts';
import { PAYMENT_SETUP_ALERTS } from '#features/orders/payments/payment-setup.alerts.ts';
import { UNMATCHED_ALERTS } from '#features/orders/payments/unmatched.alerts.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

/** Every condition that is watched. A feature adds its own by one line. */
export const ALERT_CONDITIONS: AlertCondition[] = [
  ...ORDER_ALERTS,
  ...GAME_ACCOUNT_ALERTS,
  ...PAYMENT_SETUP_ALERTS,
  ...CHECKOUT_ALERTS,
  ...UNMATCHED_ALERTS,
  ...GAME_SERVER_ALERTS,
  ...DELIVERY_ALERTS,
  ...MAIL_ALERTS,
  ...LEDGER_ALERTS,
  ...REDELIVERY_ALERTS,
  ...BULK_ALERTS,
  ...DROP_ALERTS,
  ...PROCESS_ALERTS,
  ...BACKUP_ALERTS,
  ...FACTOR_ALERTS,
];
