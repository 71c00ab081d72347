/** Why a form can't be sent: the message to show, and the invalid fields. */
export type Fault = { message: string; fields: Record<string, string> };

export function fault(message: string, ...fieldNames: string[]): Fault {
  return { message, fields: Object.fromEntries(fieldNames.map((name) => [name, message])) };
}
