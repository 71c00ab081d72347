/** A request that Stripe answers with an error. Its transaction is rolled back. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly type: string;

  constructor(status: number, message: string, code?: string, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}
