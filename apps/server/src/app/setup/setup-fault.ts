/** An answer that didn't pass its test, in sentences for the operator and without secrets. */
export class SetupFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupFault';
  }
}
