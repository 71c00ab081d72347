/** A request that Stripe answers with an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly parameter: string | undefined;

  constructor(status: number, message: string, code?: string, parameter?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }
}
