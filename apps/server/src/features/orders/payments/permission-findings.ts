import type { PaymentsConfig } from '#platform/config/payments-config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { createPayments } from '#platform/payments/create-payments.ts';
import { PaymentNotPermitted, type PaymentProvider } from '#platform/payments/payment-provider.ts';
import { upsertRequestFinding } from './payment-findings.queries.ts';

type Dependencies = { db: Database; log: Logger };

/** The configured provider, which stores each permission that the provider misses in a request. Undefined without keys. */
export async function createReportingPayments(
  config: PaymentsConfig,
  dependencies: Dependencies,
): Promise<PaymentProvider | undefined> {
  const payments = await createPayments(config);
  return payments && reportPermissions(payments, dependencies);
}

function reportPermissions(payments: PaymentProvider, dependencies: Dependencies): PaymentProvider {
  const reporting = <Input extends unknown[], Answer>(request: (...input: Input) => Promise<Answer>) => {
    return async (...input: Input): Promise<Answer> => {
      try {
        return await request(...input);
      } catch (error) {
        if (error instanceof PaymentNotPermitted) await store(dependencies, error);
        throw error;
      }
    };
  };
  return {
    ...payments,
    createSession: reporting(payments.createSession),
    getSession: reporting(payments.getSession),
    expireSession: reporting(payments.expireSession),
    refund: reporting(payments.refund),
    findSessionOfPayment: reporting(payments.findSessionOfPayment),
    describePayment: reporting(payments.describePayment),
    findReferenceOfPayment: reporting(payments.findReferenceOfPayment),
    listUndelivered: reporting(payments.listUndelivered),
    listForSweep: reporting(payments.listForSweep),
    listTransactions: reporting(payments.listTransactions),
    listPayouts: reporting(payments.listPayouts),
    listPaidOut: reporting(payments.listPaidOut),
  };
}

async function store({ db, log }: Dependencies, { permission }: PaymentNotPermitted): Promise<void> {
  try {
    const isNew = await upsertRequestFinding(db, { kind: 'permission_missing', detail: permission });
    if (isNew)
      log.error({ permission }, 'the payment provider refused a request: its key lacks a permission');
  } catch (error) {
    log.error({ err: error, permission }, 'a missing permission could not be stored');
  }
}
