/** Why an update can't go on, in sentences for the operator. */
export class UpdateFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UpdateFault';
  }
}
