/** Why a form cannot be sent: the sentence to show, and the fields it is about. */
export type Fault = { message: string; fields: Record<string, string> };

export function fault(message: string, ...fieldNames: string[]): Fault {
  return { message, fields: Object.fromEntries(fieldNames.map((name) => [name, message])) };
}
