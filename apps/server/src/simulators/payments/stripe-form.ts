/** Parameters as Stripe's clients send them. */
export type FormParameters = { [name: string]: FormValue };
type FormValue = string | FormValue[] | FormParameters;

/** Reads `a[b][0]=x` and `a[]=x` as Stripe does. Source: https://docs.stripe.com/api */
export function parseForm(form: string): FormParameters {
  const parameters = emptyParameters();
  for (const [name, value] of new URLSearchParams(form)) {
    const [first = '', ...rest] = name.split('[').map((key) => key.replace(/\]$/, ''));
    assign(parameters, [first, ...rest], value);
  }
  return withListsInside(parameters);
}

/** Without a prototype, so that a parameter such as `__proto__` is an ordinary name. */
function emptyParameters(): FormParameters {
  // `Object.create` returns any; an empty object is a valid set of parameters.
  return Object.create(null) as FormParameters;
}

function assign(target: FormParameters, [given = '', ...rest]: string[], value: string): void {
  const key = given === '' ? String(Object.keys(target).length) : given;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const known = target[key];
  const inner = typeof known === 'object' && !Array.isArray(known) ? known : emptyParameters();
  target[key] = inner;
  assign(inner, rest, value);
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const isList = Object.keys(value).every((key) => /^\d+$/.test(key));
  return isList ? Object.values(value).map(withLists) : withListsInside(value);
}

function withListsInside(parameters: FormParameters): FormParameters {
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, withLists(value)]));
}
